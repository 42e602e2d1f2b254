"""Persons of an album that evidence makes one: a face that may be another's, and the same number.

The merge is one like those of staff, with its evidence. It is looked at again with every photo of
either person, and undone once the evidence no longer suffices; so the order in which photos arrive
does not matter. What staff split is never made one again.

It is not monotone: whose photo it is also decides which numbers are judged sure, and which are
texts of the album. So a merge might take away its own evidence, and return once it is undone. A
pair whose merges were undone `MOST_UNDONE` times stays two: there are at most twice as many jobs.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.merging.merging import order_reassignment
from recognition.persons.models import PersonApart, PersonMerge
from recognition.persons.queries import Merges, merges_of
from recognition.persons.suggested import (
    Pair,
    SeenNumbers,
    evidence_of,
    may_be_same,
    pairs_in_question,
)
from recognition.records.albums import Album

EVIDENCE = "evidence"  # who merged


def decide_persons(photo_ids: Collection[UUID], now: datetime) -> None:
    """Decide whether persons of these photos are one with others, by what is known now.

    Where `MERGE_PERSONS_BY_NUMBERS` is off nothing is decided, and what was merged stays so.
    """
    if not settings.MERGE_PERSONS_BY_NUMBERS:
        return
    for album_id, faces in pairs_in_question(photo_ids).items():
        merges = merges_of(album_id)
        likely = {
            pair: face
            for pair, face in faces.items()
            if may_be_same(face) or merges.survivor(pair.first) == merges.survivor(pair.second)
        }
        if any(_changes(album_id, likely, merges)):
            _decide(album_id, likely, now)


@transaction.atomic
def _decide(album_id: UUID, faces: Mapping[Pair, float], now: datetime) -> None:
    """Decide once more: no process stores persons of the album until the commit.

    One change at a time, since each changes who the others are; its job looks at the photos again.
    """
    album = Album.objects.locked(album_id)
    while change := next(_changes(album_id, faces, merges_of(album_id)), None):
        change.made_on(album, now)


class _Merging:
    """Two persons become one."""

    def __init__(self, pair: Pair, merges: Merges, evidence: Mapping[str, object]) -> None:
        roots = (merges.survivor(pair.first), merges.survivor(pair.second))
        self._into, self._person_id = sorted(roots)  # whatever arrived first
        self._evidence = {"first": pair.first, "second": pair.second, **evidence}

    def made_on(self, album: Album, now: datetime) -> None:
        row = PersonMerge.objects.create(
            album=album,
            person_id=self._person_id,
            into=self._into,
            merged_by=EVIDENCE,
            merged_on=now,
            evidence=self._evidence,
        )
        why = f"{row.person_id} was merged into {row.into}: {row.evidence_in_words}."
        order_reassignment(album.pk, row.person_id, why, EVIDENCE, now)


class _Undoing:
    """A merge by evidence no longer stands."""

    def __init__(self, row: PersonMerge, survivor: str) -> None:
        self._row, self._survivor = row, survivor

    def made_on(self, album: Album, now: datetime) -> None:
        row = self._row
        row.delete()
        PersonApart.objects.note_undone(album, row.pair)
        why = f"{row.person_id} was split from {row.into}: the numbers no longer say that."
        order_reassignment(album.pk, self._survivor, why, EVIDENCE, now)


def _changes(
    album_id: UUID, faces: Mapping[Pair, float], merges: Merges
) -> Iterator[_Merging | _Undoing]:
    """Yield what is to change, in the order of the persons' ids."""
    by_pair = {row.pair: row for row in PersonMerge.objects.by_evidence(album_id)}
    seen: dict[str, SeenNumbers] = {}
    for pair in sorted(faces):
        one, other = (
            seen.setdefault(each, SeenNumbers(album_id, each, merges))
            for each in (pair.first, pair.second)
        )
        is_one = merges.survivor(pair.first) == merges.survivor(pair.second)
        row = by_pair.get((pair.first, pair.second))
        if is_one and row is None:  # by staff, or by another pair
            continue
        evidence = evidence_of(one, other, faces[pair])
        if row and not evidence.is_same:
            yield _Undoing(row, merges.survivor(pair.first))
        elif not is_one and evidence.is_same and not _are_apart(album_id, pair, merges):
            number = min(evidence.same_numbers)
            photos = [str(each.numbers[number]) for each in (one, other)]
            yield _Merging(pair, merges, {"number": number, "photos": photos, "face": faces[pair]})


def _are_apart(album_id: UUID, pair: Pair, merges: Merges) -> bool:
    """Return whether staff split persons that this would make one, or evidence did too often."""
    return bool(PersonApart.objects.for_good(album_id).between(merges, pair.first, pair.second))
