"""Albums that the platform creates."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.models import Album, Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAlbumCommand:
    album_id: UUID
    tenant_id: UUID
    name: str
    event_date: datetime | None
    now: datetime


@transaction.atomic(savepoint=False)
def create_album(command: CreateAlbumCommand) -> Album:
    """Fill in an album as the platform announced it, once; later changes by staff stay."""
    Tenant.objects.ensure(command.tenant_id)
    Album.objects.ensure(command.album_id)
    album = Album.objects.locked(command.album_id)
    if album.announced_on is not None:
        return album
    return album.store(
        tenant_id=command.tenant_id,
        name=command.name,
        event_date=command.event_date,
        announced_on=command.now,
    )
