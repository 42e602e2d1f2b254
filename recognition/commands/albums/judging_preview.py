"""What judging an album's numbers again gives by other settings; nothing is written.

Each photo is judged as `recognition.commands.photos.rejudging` does it, twice: first without other
photos, then unsure numbers by what other photos of the same persons have after that. The job gets
there in whatever order it takes the photos.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import Prefetch, prefetch_related_objects

from recognition.commands.photos.linking import link_to_wearers
from recognition.commands.photos.rejudging import differ
from recognition.commands.photos.results import is_open_to_change
from recognition.erased import not_erased, number_name
from recognition.judged_rows import judged_numbers, reading_of
from recognition.judging import Knowledge, check_again, knowledge_of
from recognition.models import (
    Album,
    AlbumText,
    NumberBasis,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoState,
)
from recognition.numbers import NumberRules, rules_of
from recognition.providers.start_lists import kept_list, without_usable
from recognition.queries.photos.suggestions import PHOTOS_OF_A_PERSON
from recognition.strategies import Tagging, needs_number_provider, pipeline_of
from recognition.wearing import numbers_of

Rows = Sequence[PhotoNumber]
PART = 2000  # photos whose numbers are read by one query: it takes at most 65,535 ids
NO_LIST = "The start list is not known here yet: the numbers are judged once it is."


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPhoto:
    """A photo whose accepted numbers change: they are sent; and what becomes of its task."""

    photo: Photo
    lost: Sequence[str]
    gained: Sequence[str]
    task_created: bool
    task_cancelled: bool

    def apply(self) -> bool:
        """Set on the photo what follows; return whether the number provider is asked for faces."""
        self.photo.callback_due_on = None
        if self.task_created:
            self.photo.tagging_task_id, self.photo.number_recognized = uuid4(), False
        if self.task_cancelled:
            self.photo.tagging_task_id, self.photo.number_recognized = None, True
        is_asked = not self.task_created and needs_number_provider(self.photo)
        return is_asked and not self.photo.album.why_off()


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAlbum:
    """What judging the photos again gives.

    - `judged`: how many photos have numbers that a machine read
    - `changed`: those whose numbers change
    - `surest`: the highest confidence of a reading that may change; None: there is none, or a
      reading without confidence, which is not checked
    - `why_not`: why nothing is judged now; empty: it is
    """

    judged: int
    changed: Sequence[JudgedPhoto] = ()
    surest: float | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class _Judge:
    """What the photos of the album are judged by."""

    known: Knowledge
    rules: NumberRules
    now: datetime

    def judged(self, photo: Photo, confirmed: Mapping[str, UUID] | None = None) -> Rows:
        """Return the photo's numbers as they are judged again; the stored ones if none changes."""
        rows = list(photo.numbers.all())
        read = [row for row in rows if not row.is_inferred]
        if not any(row.album_id for row in read):  # the rows do not say what was read
            return rows
        readings = [(row, check_again(reading_of(row), self.rules)) for row in read]
        judged = judged_numbers(readings, replace(self.known, confirmed=confirmed), self.now)
        if not differ(judged, read):
            return rows
        accepted = {row.value for row in judged if not row.rejection}
        return [*(row for row in rows if row.is_inferred and row.value not in accepted), *judged]


def judge_again(album: Album, photos: Iterable[Photo], now: datetime) -> JudgedAlbum:
    """Judge the photos of an album whose changed settings are set, and not saved.

    :param photos: all of the album that are not deleted, as `photos_to_judge` selects them.
    """
    by_id = {photo.pk: photo for photo in photos}
    judged = sum(map(_has_read, by_id.values()))
    rules = _rules(album)
    if isinstance(rules, str):
        return JudgedAlbum(judged=judged, why_not=rules)
    texts = list(AlbumText.objects.in_force().filter(album=album))
    judge = _Judge(knowledge_of(album, texts), rules, now)
    open_ones = [
        photo for photo in by_id.values() if is_open_to_change(photo, list(photo.numbers.all()))
    ]
    return JudgedAlbum(
        judged=judged,
        changed=_changed(album, open_ones, _verdicts(judge, by_id, open_ones)),
        surest=_surest(open_ones),
    )


def photos_to_judge(album: Album) -> list[Photo]:
    """Return the photos of an album that are not deleted, with their numbers."""
    photos = Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)
    numbers = Prefetch("numbers", PhotoNumber.objects.order_by("pk"))
    found = photos.with_presence().prefetch_related(numbers)
    loaded = list(found.defer("image_url", "reason_description").iterator(PART))
    for photo in loaded:
        photo.album = album
    return loaded


def _has_read(photo: Photo) -> bool:
    return any(row.source != NumberSource.MANUAL for row in photo.numbers.all())


def _rules(album: Album) -> NumberRules | str:
    """Return the rules with the start list that was fetched last; or why nothing is judged."""
    if not album.has_start_list:
        return rules_of(album, None)
    known = kept_list(album)
    if known is None:
        return NO_LIST
    rules = rules_of(album, known.start_numbers)
    return rules if rules.start_list else without_usable(known)


def _verdicts(
    judge: _Judge, photos: Mapping[UUID, Photo], open_ones: Sequence[Photo]
) -> Mapping[UUID, Rows]:
    """Return the numbers of each photo as they are in the end."""
    verdicts: dict[UUID, Rows] = {pk: list(photo.numbers.all()) for pk, photo in photos.items()}
    verdicts |= {photo.pk: judge.judged(photo) for photo in open_ones}
    unsure = [photo for photo in open_ones if any(row.is_unsure for row in verdicts[photo.pk])]
    if not unsure:
        return verdicts
    confirm = _confirming(photos, verdicts)
    return verdicts | {photo.pk: judge.judged(photo, confirm(photo)) for photo in unsure}


def _confirming(
    photos: Mapping[UUID, Photo], verdicts: Mapping[UUID, Rows]
) -> Callable[[Photo], Mapping[str, UUID]]:
    """Return what finds the numbers of a photo's persons on other photos, as `Confirm` does."""
    _load_persons(list(photos.values()))
    seen = defaultdict[str, list[tuple[int, UUID]]](list)
    for photo in photos.values():
        link_to_wearers(photo, verdicts[photo.pk])
        for person in photo.persons.all():
            seen[person.person_id].append((person.pk, photo.pk))
    newest = {who: sorted(there)[-PHOTOS_OF_A_PERSON:] for who, there in seen.items()}

    def confirmed(photo: Photo) -> Mapping[str, UUID]:
        persons = [] if photo.persons_outdated else photo.persons.all()
        there = sorted((pk, each.person_id, other) for each in persons
                       for pk, other in newest[each.person_id] if other != photo.pk)  # fmt: skip
        return {
            number.value: other
            for _, person_id, other in there
            for number in numbers_of(person_id, _current(photos[other], verdicts[other]))
            if number.basis != NumberBasis.SAME_PERSON
        }

    return confirmed


def _load_persons(photos: Sequence[Photo]) -> None:
    for start in range(0, len(photos), PART):
        prefetch_related_objects(photos[start : start + PART], "persons")


def _current(photo: Photo, rows: Rows) -> Rows:
    """Return the accepted numbers that are of now, and not inferred."""
    if photo.persons_outdated or photo.tags_outdated:
        return ()
    return [row for row in rows if not row.rejection and not row.is_inferred]


def _changed(
    album: Album, photos: Iterable[Photo], verdicts: Mapping[UUID, Rows]
) -> list[JudgedPhoto]:
    pairs = [
        (photo, _accepted(photo.numbers.all()), _accepted(verdicts[photo.pk])) for photo in photos
    ]
    values = sorted({value for _, before, after in pairs for value in after - before})
    stored = set(not_erased(album, values, number_name, str))
    asks = pipeline_of(album).tagging is Tagging.WITHOUT_A_NUMBER
    changes = ((photo, before, after & (before | stored)) for photo, before, after in pairs)
    return [
        JudgedPhoto(
            photo=photo,
            lost=sorted(before - after),
            gained=sorted(after - before),
            task_created=asks and photo.number_recognized and not after,
            task_cancelled=photo.tagging_task_id is not None and bool(after),
        )
        for photo, before, after in changes
        if before != after
    ]


def _accepted(rows: Iterable[PhotoNumber]) -> set[str]:
    return {row.value for row in rows if not row.rejection}


def _surest(photos: Iterable[Photo]) -> float | None:
    """Return the highest confidence of what was read on photos; None: one has none, or none was."""
    read = [
        row.confidence for photo in photos for row in photo.numbers.all() if not row.is_inferred
    ]
    sure = [confidence for confidence in read if confidence is not None]
    return max(sure) if sure and len(sure) == len(read) else None
