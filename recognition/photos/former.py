"""What a former service delivered of photos, beside what is recognised here."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID

from foundation.records.refusals import Invalid
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

BATCH = 1_000  # photos
MOST_NAMED = 1_000  # of photos that differ


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerResult:
    """The accepted numbers and the persons of a photo, as the former service delivered them."""

    photo_id: UUID
    numbers: frozenset[str]
    persons: frozenset[str]


class FormerLineUnreadable(Invalid):
    """A line of what a former service delivered cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingPhoto:
    """A photo of which only the former service (`former`), or only this one (`here`), has some."""

    photo_id: UUID
    what: str
    former: Sequence[str]
    here: Sequence[str]

    def __str__(self) -> str:
        only = (("there", self.former), ("here", self.here))
        sides = "; ".join(f"only {side} {', '.join(values)}" for side, values in only if values)
        return f"{self.what}: {sides}"


@dataclass(slots=True)
class FormerComparison:
    """Counts of photos, numbers and persons that both have, or one of the two."""

    photos: int = 0
    unknown: int = 0
    unfinished: int = 0
    agreeing: int = 0
    both: dict[str, int] = field(default_factory=dict)
    only_former: dict[str, int] = field(default_factory=dict)
    only_here: dict[str, int] = field(default_factory=dict)
    differing: list[DifferingPhoto] = field(default_factory=list)

    @property
    def compared(self) -> int:
        return self.photos - self.unknown - self.unfinished


def compare_with_former(results: Iterable[FormerResult]) -> FormerComparison:
    """Compare what was delivered with what is stored; nothing changes.

    A photo that is not here, or not processed yet, is counted and not compared.
    """
    found, rest = FormerComparison(), iter(results)
    while batch := list(islice(rest, BATCH)):
        ids = [each.photo_id for each in batch]
        states = dict(Photo.objects.filter(pk__in=ids).values_list("pk", "state"))
        numbers = _by_photo(
            PhotoNumber.objects.filter(photo__in=ids, rejection="").values_list("photo_id", "value")
        )
        persons = _by_photo(
            PhotoPerson.objects.filter(photo__in=ids).values_list("photo_id", "person_id")
        )
        for each in batch:
            found.photos += 1
            if each.photo_id not in states:
                found.unknown += 1
            elif states[each.photo_id] != PhotoState.PROCESSED:
                found.unfinished += 1
            else:
                _compare(found, each, numbers, persons)
    return found


def _by_photo(rows: Iterable[tuple[UUID, str]]) -> Mapping[UUID, set[str]]:
    found: dict[UUID, set[str]] = {}
    for photo_id, value in rows:
        found.setdefault(photo_id, set()).add(value)
    return found


def _compare(
    found: FormerComparison,
    former: FormerResult,
    numbers: Mapping[UUID, set[str]],
    persons: Mapping[UUID, set[str]],
) -> None:
    differing = [
        *_differing(found, former.photo_id, "numbers", former.numbers, numbers),
        *_differing(found, former.photo_id, "persons", former.persons, persons),
    ]
    found.agreeing += not differing
    found.differing += differing[: MOST_NAMED - len(found.differing)]


def _differing(
    found: FormerComparison,
    photo_id: UUID,
    what: str,
    former: frozenset[str],
    stored: Mapping[UUID, set[str]],
) -> Iterator[DifferingPhoto]:
    here = stored.get(photo_id, set())
    for counts, values in (
        (found.both, former & here),
        (found.only_former, former - here),
        (found.only_here, here - former),
    ):
        counts[what] = counts.get(what, 0) + len(values)
    if former != here:
        yield DifferingPhoto(
            photo_id=photo_id, what=what, former=sorted(former - here), here=sorted(here - former)
        )


def results_in(lines: Iterable[str]) -> Iterator[FormerResult]:
    """Read JSON Lines: `photoId`, and lists of `numbers` and `persons`; empty lines are left out.

    :raises FormerLineUnreadable: a line has not this shape.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _result(json.loads(line))
        except (ValueError, AttributeError) as error:
            shape = "Write one object a line, with photoId, numbers and persons."
            raise FormerLineUnreadable(f"line {number}: {error}. {shape}") from error


def _result(row: Mapping[str, Any]) -> FormerResult:
    numbers, persons = row.get("numbers", []), row.get("persons", [])
    if not isinstance(numbers, list) or not isinstance(persons, list):
        raise ValueError("numbers and persons are lists")  # noqa: TRY004 (of the file)
    return FormerResult(
        photo_id=UUID(str(row.get("photoId"))),
        numbers=frozenset(map(str, numbers)),
        persons=frozenset(map(str, persons)),
    )


def in_words(found: FormerComparison) -> Iterator[str]:
    """Yield the counts of a comparison as people read them."""
    share = f", {found.agreeing / found.compared:.1%}" if found.compared else ""
    yield f"{found.compared:,} photos compared, {found.agreeing:,} agree{share}"
    yield f"{found.unknown:,} are not here, {found.unfinished:,} are not processed yet"
    for what in found.both:
        yield (
            f"{what}: {found.both[what]:,} in both, {found.only_former[what]:,} only there, "
            f"{found.only_here[what]:,} only here"
        )
