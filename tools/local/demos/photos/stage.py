"""The demo plays the platform: it stores photos and the start list, and publishes events."""

import shutil
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

import requests
from django.conf import settings
from django.utils import timezone
from PIL import Image, ImageOps

from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    CreateAlbumCommand,
    change_album_recognition_settings,
    create_album,
)
from recognition.handlers import ALBUM_CREATED, PHOTO_PUBLISHED
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    CompetitorInstance,
    FaceProviderName,
    NormalizationPolicy,
    Strategy,
    Tenant,
)
from tools.local.demos.photos.folder import DemoAlbum, UnusableFolder
from tools.local.demos.screen import publish_event

_TIMEOUT = 10


def require_sandbox() -> None:
    """Raise a `requests.RequestException` if the sandbox does not run."""
    requests.get(f"{settings.SANDBOX_URL}/health", timeout=_TIMEOUT).raise_for_status()


def set_stage(album: DemoAlbum, strategy: Strategy) -> None:
    """Prepare the photos, the start list, the face provider and the album's settings."""
    _store_photos(album)
    instance = None if album.start_list is None else _start_list_service(album)
    tenant, _ = Tenant.objects.get_or_create(
        pk=uuid5(NAMESPACE_URL, f"demo:{'with' if instance else 'without'}-start-lists"),
        defaults={"competitor_instance": instance},
    )
    if Album.objects.filter(pk=album.album_id, announced_on__isnull=False).exists():
        return
    album_id, now = album.album_id, timezone.now()
    create_album(
        CreateAlbumCommand(
            album_id=album_id,
            tenant_id=tenant.pk,
            name=album.name,
            event_date=None,
            told_on=now,
            now=now,
        )
    )
    account, space = _face_provider()
    change_album_recognition_settings(
        ChangeAlbumRecognitionSettingsCommand(
            album_id=album_id,
            now=now,
            strategy=strategy,
            normalization_policy=NormalizationPolicy.STRIP_LEADING_ZEROS,
            start_number_capacity=5,
            face_account_id=account.pk,
            face_space_id=space.pk,
        )
    )


def publish(album: DemoAlbum) -> None:
    """Publish the album and its photos on the event bus, as the platform does."""
    stored = Album.objects.get(pk=album.album_id)
    named = {"albumId": str(album.album_id), "tenantId": str(stored.tenant_id)}
    publish_event(ALBUM_CREATED, album.album_id, {**named, "name": album.name, "eventDate": None})
    address = f"{settings.SANDBOX_URL}/album/{album.album_id}"
    for photo in album.photos:
        published = {
            "photoId": str(photo.photo_id),
            "photographerId": None,
            "shootingDate": timezone.now().isoformat(),
            "imageUrl": f"{address}/{quote(photo.stored_name)}",
        }
        publish_event(PHOTO_PUBLISHED, photo.photo_id, {**named, **published})


def _store_photos(album: DemoAlbum) -> None:
    folder = settings.VAR_DIR / "albums" / str(album.album_id)
    folder.mkdir(parents=True, exist_ok=True)
    for photo in album.photos:
        stored = folder / photo.stored_name
        if not photo.is_converted:
            shutil.copyfile(photo.file, stored)
            continue
        try:
            with Image.open(photo.file) as picture:
                ImageOps.exif_transpose(picture).convert("RGB").save(stored, "JPEG", quality=95)
        except (OSError, ValueError, SyntaxError) as error:
            raise UnusableFolder(f"{photo.file} cannot be read ({error}).") from error


def _start_list_service(album: DemoAlbum) -> CompetitorInstance:
    service = f"{settings.SANDBOX_URL}/competitor-service"
    requests.put(
        f"{service}/start-lists/{album.album_id}",
        json={"startNumbers": list(album.start_list or ())},
        timeout=_TIMEOUT,
    ).raise_for_status()
    instance, _ = CompetitorInstance.objects.get_or_create(
        name__iexact="Sandbox", defaults={"name": "Sandbox", "base_url": service}
    )
    return instance


def _face_provider() -> tuple[Account, AccountSpace]:
    account, _ = Account.objects.get_or_create(
        name="This machine",
        provider=FaceProviderName.LOCAL,
        defaults={"base_url": settings.LOCAL_FACE_PROVIDER_URL},
    )
    space, _ = AccountSpace.objects.get_or_create(
        account=account, external_id="demo", defaults={"name": "Demo", "is_default": True}
    )
    return account, space
