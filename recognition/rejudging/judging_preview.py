"""What judging an album's numbers again gives by other settings; nothing is written.

In the steps of `recognition.rejudging.rejudging`:

1. Each photo is judged alone.
2. Unsure numbers are judged again, by the numbers that other photos of the same persons now have.
3. Numbers are inferred from the other photos of each burst.

The result does not depend on the order in which the job takes the photos. Rows are read in parts,
and only what the next step needs is kept of them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

from recognition.numbers.judged_rows import each_value_once, reading_of, verdict_as_stored
from recognition.numbers.judging import Knowledge, check_again, confirmable, judge, knowledge_of
from recognition.numbers.models import AlbumText
from recognition.numbers.normalising import NumberRules, rules_of
from recognition.numbers.start_lists import StartList, kept_list, without_usable
from recognition.numbers.suggestions import PHOTOS_OF_A_PERSON, numbers_of, wearers_of
from recognition.processing.results import is_open_to_change
from recognition.records.albums import Album
from recognition.records.erased import not_erased, number_name
from recognition.records.numbers import NumberRow, NumberSource, PhotoNumber
from recognition.records.persons import PersonRow, PhotoPerson
from recognition.records.photos import Photo
from recognition.records.recognition_off import why_off
from recognition.records.steps import PhotoState
from recognition.records.strategies import Tagging, needs_number_provider, pipeline_of
from recognition.rejudging.inferring_preview import Numbers, infer_again
from recognition.rejudging.rejudging import as_checked, may_change

PART = 1000  # photos whose rows are read at once
NO_LIST = "The start list is not known here yet: the numbers are judged once it is."
_FACTS = ("photographer_id", "shooting_date", "state", "callback_due_on", "tagging_task_id",
          "face_recognized", "number_recognized", "persons_outdated", "tags_outdated",
          "face_attempts", "number_attempts", "face_failure", "number_failure",
          "persons_corrected_on", "numbers_corrected_on")  # fmt: skip


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
        return is_asked and not why_off(self.photo.album)


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


@dataclass(slots=True)
class _Judged(NumberRow):
    """A number as it is judged; `as_checked` is compared with stored rows.

    `possible`: what the photo's unsure numbers may be once another photo confirms one.
    """

    as_checked: tuple[Any, ...] = ()
    possible: Collection[str] = ()


Judged = tuple[Sequence[NumberRow], Sequence[_Judged]]  # the stored rows of a photo, and judged


@dataclass(frozen=True, slots=True)
class _Judge:
    """What the photos of the album are judged by."""

    known: Knowledge
    rules: NumberRules

    def judged(
        self, rows: Sequence[NumberRow], confirmed: Mapping[str, UUID] | None = None
    ) -> list[_Judged]:
        """Return what was read on a photo, judged again; nothing where nothing may change."""
        known = replace(self.known, confirmed=confirmed) if confirmed else self.known
        judged, is_other, possible = [], False, set[str]()
        for row in rows:
            if row.is_inferred:
                continue
            reading = check_again(reading_of(row), self.rules)
            verdict = judge(reading, known)
            # An older row, without an album, does not say what was read.
            is_other |= row.album_id is not None and may_change(row, reading, verdict, known)
            if verdict.is_unsure:
                possible.update(confirmable(reading))
            checked = verdict_as_stored(verdict, known)
            value, rejection, basis, confidence, _ = checked
            judged.append(
                _Judged(
                    row.photo_id, row.album_id, value, rejection, NumberSource.PROVIDER, confidence,
                    box=row.box, basis=basis, as_checked=(reading.number_format, *checked),
                    possible=possible,
                )
            )  # fmt: skip
        return each_value_once(judged) if is_other else []


@dataclass(slots=True)
class _Foreseen:
    """The numbers of an album's photos, as far as they are foreseen.

    `before` are the stored numbers of the photos where that changes them; `now_open` the photos
    whose numbers may change, `unsure` what those with unsure numbers may have.
    """

    album: Album
    photos: Mapping[UUID, Photo]
    numbers: dict[UUID, Numbers] = field(default_factory=dict)
    before: dict[UUID, Numbers] = field(default_factory=dict)
    now_open: set[UUID] = field(default_factory=set)
    unsure: dict[UUID, Collection[str]] = field(default_factory=dict)
    judged: int = 0
    confidences: set[float | None] = field(default_factory=set)

    def put(self, photo_id: UUID, numbers: Numbers) -> None:
        self.before.setdefault(photo_id, self.numbers.get(photo_id, ()))
        self.numbers[photo_id] = numbers

    def read(self, judge: _Judge | None) -> None:
        """Read all stored numbers, and judge each photo without the others.

        :param judge: None: nothing is judged.
        """
        for ids, rows_of in _in_parts(self.photos):
            changed: dict[UUID, Judged] = {}
            for pk in ids:
                rows = rows_of.get(pk, ())
                self.numbers[pk] = rows
                self.judged += any(row.source != NumberSource.MANUAL for row in rows)
                if is_open_to_change(self.photos[pk], rows):
                    self.now_open.add(pk)
                    self.confidences |= {row.confidence for row in rows if not row.is_inferred}
                    if judge and (read := judge.judged(rows)):
                        changed[pk] = rows, read
            self._keep(changed)
            self._note_unsure(changed)
            for row in chain.from_iterable(rows_of.values()):
                row.box, row.evidence = None, row.evidence if row.is_inferred else None

    def confirm(self, judge: _Judge) -> None:
        """Judge unsure numbers once more, by the other photos of the same persons."""
        confirmed = dict(self._confirmed())
        for ids, rows_of in _in_parts(confirmed):
            for pk in ids:  # as they are stored, if that is what comes out
                self.numbers[pk] = self.before.get(pk, self.numbers[pk])
            rows = {pk: rows_of[pk] for pk in ids}
            self._keep({pk: (rows[pk], judge.judged(rows[pk], confirmed[pk])) for pk in ids})

    def infer(self) -> None:
        """Infer numbers within bursts, from what all photos have by then."""
        for photo_id, numbers in list(
            infer_again(self.album, self.photos, self.numbers, self.now_open)
        ):
            self.put(photo_id, numbers)

    def _keep(self, judged: Mapping[UUID, Judged]) -> None:
        """Keep the numbers of photos where they differ from the stored ones."""
        changed = {pk: read for pk, (rows, read) in judged.items()
                   if {each.as_checked for each in read} != _as_checked(rows)}  # fmt: skip
        values = {each.value for read in changed.values() for each in read}
        kept = set(not_erased(self.album, values, number_name, str))
        faces = _faces_on(changed)
        for pk, read in changed.items():
            accepted = {each.value for each in read if not each.rejection}
            inferred = [each for each in self.numbers[pk]
                        if each.is_inferred and each.value not in accepted]  # fmt: skip
            stored = [each for each in read if each.value in kept]
            if any(each.box for each in stored):
                for each, wearer in zip(stored, wearers_of(stored, faces[pk]), strict=True):
                    each.worn_by = wearer
            self.put(pk, [*inferred, *map(_kept, stored)])

    def _note_unsure(self, judged: Mapping[UUID, Judged]) -> None:
        for pk, (_, read) in judged.items():
            if any(each.is_unsure for each in read):
                self.unsure[pk] = read[0].possible

    def _confirmed(self) -> Iterator[tuple[UUID, Mapping[str, UUID]]]:
        """Yield the photos of which an unsure number is confirmed, with what confirms them.

        As `numbers_of_persons` finds it: numbers of the photo's persons on other photos.
        """
        there = defaultdict[str, list[tuple[int, UUID]]](list)
        on = defaultdict[UUID, list[str]](list)
        persons = PhotoPerson.objects.filter(album_id=self.album.pk).order_by("pk")
        rows = persons.values_list("pk", "person_id", "photo_id").iterator()
        for pk, person_id, photo_id in rows if self.unsure else ():
            if photo_id in self.photos:
                there[person_id].append((pk, photo_id))
                if photo_id in self.unsure and not self.photos[photo_id].persons_outdated:
                    on[photo_id].append(person_id)
        for photo_id, possible in self.unsure.items():
            seen = sorted((pk, person_id, other) for person_id in on[photo_id]
                          for pk, other in there[person_id][-PHOTOS_OF_A_PERSON:]
                          if other != photo_id)  # fmt: skip
            confirmed = {number.value: other for _, person_id, other in seen
                         for number in numbers_of(person_id, self._current(other))
                         if number.is_own}  # fmt: skip
            if confirmed.keys() & possible:
                yield photo_id, confirmed

    def _current(self, photo_id: UUID) -> Numbers:
        """Return the accepted numbers that are of now, and not inferred."""
        photo = self.photos[photo_id]
        if photo.persons_outdated or photo.tags_outdated:
            return ()
        return [each for each in self.numbers[photo_id] if not (each.rejection or each.is_inferred)]


def judge_again(
    album: Album, photos: Iterable[Photo], why_not: str = "", by: StartList | None = None
) -> JudgedAlbum:
    """Judge the photos of an album whose changed settings are set, and not saved.

    :param photos: all of the album that are not deleted, as `photos_to_judge` selects them.
    :param why_not: why nothing can be judged now, whatever list was fetched last.
    :param by: the start list; None: the one that was fetched last.
    """
    foreseen = _Foreseen(album, {photo.pk: photo for photo in photos})
    rules = why_not or _rules(album, by)
    if isinstance(rules, str):
        foreseen.read(None)
    else:
        texts = list(AlbumText.objects.in_force().filter(album=album))
        judge = _Judge(knowledge_of(album, texts), rules)
        foreseen.read(judge)
        foreseen.confirm(judge)
    foreseen.infer()
    return JudgedAlbum(
        judged=foreseen.judged,
        changed=list(_changed(foreseen)),
        surest=None if isinstance(rules, str) else _surest(foreseen.confidences),
        why_not=rules if isinstance(rules, str) else "",
    )


def photos_to_judge(album: Album) -> list[Photo]:
    """Return the photos of an album that are not deleted, with what decides on their numbers."""
    photos = Photo.objects.filter(album=album).exclude(state=PhotoState.DELETED)
    loaded = list(photos.only("album_id", *_FACTS).order_by("pk").iterator())
    for photo in loaded:
        photo.album = album
    return loaded


def _in_parts(
    photo_ids: Iterable[UUID],
) -> Iterator[tuple[Sequence[UUID], Mapping[UUID, Sequence[NumberRow]]]]:
    """Yield some ids after the other, with the numbers of these photos."""
    wanted = list(photo_ids)
    for start in range(0, len(wanted), PART):
        ids = wanted[start : start + PART]
        rows_of = defaultdict[UUID, list[NumberRow]](list)
        for row in PhotoNumber.objects.filter(photo__in=ids).order_by("pk").rows():
            rows_of[row.photo_id].append(row)
        yield ids, rows_of


def _faces_on(photo_ids: Iterable[UUID]) -> Mapping[UUID, Sequence[PersonRow]]:
    found = defaultdict[UUID, list[PersonRow]](list)
    for face in PhotoPerson.objects.filter(photo__in=list(photo_ids), box__isnull=False).rows():
        found[face.photo_id].append(face)
    return found


def _kept(number: _Judged) -> NumberRow:
    """Return what other photos and the counts need of it: of a large album these are very many."""
    return NumberRow(
        number.photo_id, number.album_id, number.value, number.rejection, number.source,
        number.confidence, basis=number.basis, worn_by=number.worn_by,
    )  # fmt: skip


def _as_checked(rows: Iterable[NumberRow]) -> set[tuple[Any, ...]]:
    return {as_checked(row) for row in rows if not row.is_inferred}


def _rules(album: Album, by: StartList | None) -> NumberRules | str:
    """Return the rules with this list, else the one fetched last; or why nothing is judged."""
    if not album.has_start_list:
        return rules_of(album, None)
    known = by or kept_list(album)
    if known is None:
        return NO_LIST
    rules = rules_of(album, known.start_numbers)
    return rules if rules.start_list else without_usable(known)


def _changed(foreseen: _Foreseen) -> Iterator[JudgedPhoto]:
    asks = pipeline_of(foreseen.album).tagging is Tagging.WITHOUT_A_NUMBER
    for pk in sorted(foreseen.before):
        photo, stored, now = foreseen.photos[pk], foreseen.before[pk], foreseen.numbers[pk]
        before, after = _accepted(stored), _accepted(now)
        if _sent(stored) == _sent(now):
            continue
        yield JudgedPhoto(
            photo=photo,
            lost=sorted(before - after),
            gained=sorted(after - before),
            task_created=asks and photo.number_recognized and not after,
            task_cancelled=photo.tagging_task_id is not None and bool(after or not asks),
        )


def _accepted(numbers: Numbers) -> set[str]:
    return {each.value for each in numbers if not each.rejection}


def _sent(numbers: Numbers) -> set[tuple[str, bool, float | None]]:
    """Return the accepted numbers; an inferred one is sent again with another confidence."""
    return {(each.value, each.is_inferred, each.confidence if each.is_inferred else None)
            for each in numbers if not each.rejection}  # fmt: skip


def _surest(confidences: Collection[float | None]) -> float | None:
    """Return the highest confidence of what was read; None: one has none, or none was."""
    known = [each for each in confidences if each is not None]
    return max(known) if known and len(known) == len(confidences) else None
