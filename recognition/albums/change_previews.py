"""What a change of an album would do, found out by the change's own rules; nothing is changed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F

from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    changed_settings,
)
from recognition.albums.preview_counts import (
    EXAMPLES,
    AlbumPreview,
    apply_jobs,
    preview_album_change,
    standing,
)
from recognition.albums.tenants import (
    ChangeTenantCompetitorInstanceCommand,
    ChangeTenantRecognitionStateCommand,
    albums_to_judge,
    unsettled_albums,
)
from recognition.numbers.start_lists import StartList, start_list_of
from recognition.providers.failures import ProcessingFailure
from recognition.providers.models import CompetitorInstance
from recognition.records.albums import AfterChange, Album, Tenant, follows
from recognition.records.photos import Photo
from recognition.records.steps import NUMBERS, PhotoState, Step
from recognition.rejudging.judging_preview import JudgedAlbum, judge_again, photos_to_judge

MOST_JUDGED = 50_000  # photos of a tenant that are judged for a preview: some 20 s of processor


def preview_change(
    command: ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand,
) -> AlbumPreview:
    """Count what the change would do to the album's photos; refuse as the change would.

    :raises AlbumNotFound: no such album.
    :raises AccountNotFound: no such face-provider account.
    :raises FaceProviderUnusable: it is switched off, or has no such space to use.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.with_settings().get_or_refuse(command.album_id)
    album.refuse_other_than(command.expected_version)
    changes = _changes(command, album)
    for name, value in changes.items():
        setattr(album, name, value)
    said = preview_album_change(album, frozenset(changes), command.now)
    return (
        _with_judging(said, album, frozenset(changes), command.now)
        if follows(AfterChange.JUDGING, changes)
        else said
    )


def preview_judging(album: Album, by: StartList | None, now: datetime) -> AlbumPreview:
    """Count what judging the numbers again by the present settings would do.

    :param album: selected `with_settings`.
    :param by: the start list; None: the one that was fetched last, if the album needs one.
    """
    nothing = preview_album_change(album, frozenset(), now)
    return _with_judging(nothing, album, frozenset(), now, by=by)


def preview_tenant(command: ChangeTenantRecognitionStateCommand) -> AlbumPreview:
    """Count what switching recognition for a tenant does to the photos of all its albums.

    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.get_or_refuse(command.tenant_id)
    tenant.refuse_other_than(command.expected_version)
    photos = Photo.objects.filter(album__tenant=tenant).exclude(state=PhotoState.DELETED)
    if tenant.recognition_state == command.state:
        return AlbumPreview(unchanged=photos.count())
    albums = list(unsettled_albums(tenant))
    tenant.recognition_state = command.state
    for album in albums:
        album.tenant = tenant
    changed = frozenset({"state"})
    said = sum_of([preview_album_change(album, changed, command.now) for album in albums])
    taken = said.processed + said.waiting + said.finished + said.resting
    return replace(said, unchanged=photos.count() - taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartListsPreview:
    """What another competitor service of a tenant does to the photos of its albums.

    `counted` are the counts of `albums` of them. In `waiting` ones, nothing is judged again before
    their start lists are known: why, and in how many. `left_out` are judged again too, but not
    counted here: the older ones of a tenant with very many photos.
    """

    counted: AlbumPreview
    albums: int
    waiting: Mapping[str, int]
    left_out: int


def preview_competitor_instance(
    command: ChangeTenantCompetitorInstanceCommand,
) -> StartListsPreview:
    """Count what judging by the start lists of another competitor service does; None: by none.

    The service is asked for the lists, so this is not to be called within a transaction.

    :raises CompetitorInstanceNotFound: no such competitor service.
    :raises TenantNotFound: no such tenant.
    :raises VersionConflict: the tenant changed since `expected_version`.
    """
    tenant = Tenant.objects.get_or_refuse(command.tenant_id)
    tenant.refuse_other_than(command.expected_version)
    instance_id = command.competitor_instance_id
    known = CompetitorInstance.objects.get_or_refuse(instance_id) if instance_id else None
    albums = list(
        albums_to_judge(tenant)
        .annotate(size=Count("photos"))
        .order_by(F("event_date").desc(nulls_last=True), "-created_on")
    )
    tenant.competitor_instance = known
    judged: list[AlbumPreview] = []
    left = MOST_JUDGED
    for album in albums:
        left -= vars(album)["size"]
        if judged and left < 0:
            break
        album.tenant = tenant
        judged.append(_by_another_list(album, command.now))
    return StartListsPreview(
        counted=sum_of(judged),
        albums=len(judged),
        waiting=Counter(each.why_not_judged for each in judged if each.why_not_judged),
        left_out=len(albums) - len(judged),
    )


def _by_another_list(album: Album, now: datetime) -> AlbumPreview:
    nothing = preview_album_change(album, frozenset(), now)
    reason = ""
    try:
        start_list_of(album, now)  # so it is at hand, now and when the numbers are judged
    except ProcessingFailure as failure:
        reason = failure.reason
    # What is inferred waits for no list.
    said = _with_judging(nothing, album, frozenset(), now, reason)
    return replace(said, judged_again=0) if reason else said


def sum_of(previews: Sequence[AlbumPreview]) -> AlbumPreview:
    """Return one preview with the counts of all, the first reason and the first examples."""
    counts = [each.name for each in fields(AlbumPreview) if each.type is int]
    return AlbumPreview(
        **{name: sum(getattr(each, name) for each in previews) for name in counts},
        why_off=next((each.why_off for each in previews if each.why_off), ""),
        examples={
            name: [one for each in previews for one in each.examples.get(name, ())][:EXAMPLES]
            for name in counts
        },
        lost_for_example=[one for each in previews for one in each.lost_for_example][:EXAMPLES],
        gained_for_example=[one for each in previews for one in each.gained_for_example][:EXAMPLES],
    )


def _with_judging(
    said: AlbumPreview,
    album: Album,
    changed: frozenset[str],
    now: datetime,
    why_not: str = "",
    by: StartList | None = None,
) -> AlbumPreview:
    """Add what judging the numbers again does, after the jobs have taken their photos.

    :param why_not: why nothing can be judged now; empty: it can.
    :param by: the start list; None: the one that was fetched last.
    """
    photos = photos_to_judge(album)
    taken = apply_jobs(album, photos, changed, now)
    judged = judge_again(album, photos, why_not, by)
    is_above = judged.surest is not None and judged.surest < album.required_confidence
    counts = {**_figures(judged), **_moved(judged, taken)}
    moved = {each.photo.pk for each in judged.changed}
    examples = defaultdict[str, list[UUID]](list)
    for name, known in said.examples.items():
        examples[name] = [pk for pk in known if pk not in moved]
    for each in judged.changed:
        examples["numbers_changed"] += [each.photo.pk] * bool(each.lost or each.gained)
        examples["tasks_created"] += [each.photo.pk] * each.task_created
        examples["tasks_cancelled"] += [each.photo.pk] * each.task_cancelled
    return replace(
        said,
        **{name: getattr(said, name) + count for name, count in counts.items()},
        judged_again=judged.judged,
        why_not_judged=judged.why_not,
        surest=judged.surest if is_above and "minimum_confidence" in changed else None,
        lost_for_example=_examples((each.photo, each.lost) for each in judged.changed),
        gained_for_example=_examples((each.photo, each.gained) for each in judged.changed),
        examples={name: found[:EXAMPLES] for name, found in examples.items()},
    )


def _figures(judged: JudgedAlbum) -> Mapping[str, int]:
    """Return the counts of numbers and tasks."""
    changed = judged.changed
    return {
        "numbers_lost": sum(len(each.lost) for each in changed),
        "photos_losing": sum(bool(each.lost) for each in changed),
        "numbers_gained": sum(len(each.gained) for each in changed),
        "photos_gaining": sum(bool(each.gained) for each in changed),
        "tasks_created": sum(each.task_created for each in changed),
        "tasks_cancelled": sum(each.task_cancelled for each in changed),
    }


def _moved(judged: JudgedAlbum, taken: Mapping[UUID, Sequence[Step]]) -> Mapping[str, int]:
    """Return how the counts of photos differ by what judging does to them."""
    counts = Counter[str]()
    for each in judged.changed:
        due = taken.get(each.photo.pk)
        is_other = "numbers_changed" if each.lost or each.gained else "unchanged"
        counts["unchanged" if due is None else standing(each.photo, due)] -= 1
        is_asked = each.apply()
        after = (NUMBERS,) if is_asked else due
        counts[is_other if due is None else standing(each.photo, after or ())] += 1
    return counts


def _examples(numbers: Iterable[tuple[Photo, Sequence[str]]]) -> Sequence[tuple[UUID, str]]:
    with_one = ((photo.pk, values[0]) for photo, values in numbers if values)
    return list(islice(with_one, EXAMPLES))


def _changes(
    command: ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRecognitionStateCommand,
    album: Album,
) -> Mapping[str, object]:
    if isinstance(command, ChangeAlbumRecognitionStateCommand):
        return {} if album.state == command.state else {"state": command.state}
    with transaction.atomic():  # the account is locked while it is looked at
        return changed_settings(command, album)
