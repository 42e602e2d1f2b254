"""How a tagger works, and which albums are open to them."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from foundation.records.audit import CHANGED, Actor, old_and_new, record_change
from foundation.records.models import name_and_id
from foundation.records.refusals import Invalid
from recognition.records.albums import Album
from tagging.records.tagators import OpenedAlbum, Tagator, TagatorSettings


class UnknownAlbum(Invalid):
    """There is no such album."""

    code = "album-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTagatorSettingsCommand:
    """Change a tagger's settings, from the next work on; None leaves a field unchanged."""

    tagator_id: UUID
    tasks_per_work: int | None = None
    work_timeout_minutes: int | None = None
    all_albums: bool | None = None
    album_ids: frozenset[UUID] | None = None
    idle_cap_seconds: int | None = None
    trial_waived: bool | None = None
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic
def change_tagator_settings(command: ChangeTagatorSettingsCommand) -> TagatorSettings:
    """Change a tagger's settings.

    :raises TagatorNotFound, VersionConflict, UnknownAlbum: see there.
    """
    settings = TagatorSettings.objects.locked(command.tagator_id, command.expected_version)
    changes = settings.differing(
        tasks_per_work=command.tasks_per_work,
        work_timeout_minutes=command.work_timeout_minutes,
        all_albums=command.all_albums,
        idle_cap_seconds=command.idle_cap_seconds,
        trial_waived=command.trial_waived,
    )
    audited = dict(old_and_new(settings, **changes))
    if command.album_ids is not None:
        audited["open_albums"] = _open(settings.tagator, command.album_ids)
    record_change(command.by, CHANGED, settings.tagator, audited)
    is_other = any(old != new for old, new in audited.values())
    return settings.store(**changes) if is_other else settings


@transaction.atomic
def open_album(tagator_id: UUID, album_id: UUID) -> TagatorSettings:
    """Open an album to a tagger; an open album stays open.

    :raises TagatorNotFound: no such tagator.
    """
    settings = TagatorSettings.objects.locked(tagator_id)
    _, is_new = settings.tagator.opened_albums.get_or_create(album_id=album_id)
    return settings.store() if is_new else settings


def _open(tagator: Tagator, album_ids: frozenset[UUID]) -> tuple[list[str], list[str]]:
    """Open these albums and no others; return the names of those that were open, and that are."""
    known = set(tagator.opened_albums.values_list("album_id", flat=True))
    added = album_ids - known
    found = set(Album.objects.filter(pk__in=added).values_list("pk", flat=True))
    if missing := sorted(map(str, added - found)):
        raise UnknownAlbum(errors={"albumIds": f"There is no album {', '.join(missing[:5])}."})
    tagator.opened_albums.exclude(album_id__in=album_ids).delete()
    OpenedAlbum.objects.bulk_create(
        [OpenedAlbum(tagator=tagator, album_id=album_id) for album_id in sorted(added)],
        ignore_conflicts=True,
    )
    names = {album.pk: name_and_id(album) for album in Album.objects.filter(pk__in=known | added)}
    before, after = ([names[each] for each in ids if each in names] for ids in (known, album_ids))
    return sorted(before), sorted(after)
