"""Segments: which participants of a program are meant, by what is known of them or by a list."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from foundation.records.refusals import Invalid
from programs.participants.models import Participant, ParticipantState
from programs.programs.models import Exercise
from programs.readers import guid
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState

MOST_LINES = 20_000
MOST_NAMED = 5


class SegmentInvalid(Invalid):
    """A segment names a state, exercises of the program, and times in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Participants who meet all that is given; without anything: all of the program.

    Created from `created_from` until just before `created_before`; with a completed task of one
    exercise, and without one of another.
    """

    state: str = ""
    created_from: datetime | None = None
    created_before: datetime | None = None
    completed_exercise_id: UUID | None = None
    not_completed_exercise_id: UUID | None = None

    def as_json(self) -> dict[str, str]:
        given = ((each.name, getattr(self, each.name)) for each in fields(self))
        return {name: _text(value) for name, value in given if value}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        readers: dict[str, Callable[[str], Any]] = {
            "created_from": datetime.fromisoformat,
            "created_before": datetime.fromisoformat,
            "completed_exercise_id": UUID,
            "not_completed_exercise_id": UUID,
        }
        return cls(**{name: readers.get(name, str)(text) for name, text in stored.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentLine:
    """A line of a list: the id, where it is one, and why the line is refused."""

    number: int
    text: str
    participant_id: UUID | None = None
    refusal: str = ""


def participants_of(program_id: UUID, segment: Segment) -> QuerySet[Participant]:
    """Return the participants of a program who are in a segment."""
    found = Participant.objects.filter(program=program_id)
    if segment.state:
        found = found.filter(state=segment.state)
    if segment.created_from:
        found = found.filter(created_on__gte=segment.created_from)
    if segment.created_before:
        found = found.filter(created_on__lt=segment.created_before)
    if segment.completed_exercise_id:
        found = found.filter(_completed(segment.completed_exercise_id))
    if segment.not_completed_exercise_id:
        found = found.filter(~_completed(segment.not_completed_exercise_id))
    return found


def lines_of(program_id: UUID, texts: Sequence[str]) -> list[SegmentLine]:
    """Return the lines of a list of ids: found, or refused with the reason.

    :raises SegmentInvalid: more than `MOST_LINES`.
    """
    given = [(number, text.strip(" \t\r,;\"'")) for number, text in enumerate(texts, start=1)]
    given = [(number, text) for number, text in given if text]
    if len(given) > MOST_LINES:
        raise SegmentInvalid(errors={"participantIds": f"at most {MOST_LINES:,} lines"})
    read = {number: _guid(text) for number, text in given}
    known = _programs_of([each for each in read.values() if each is not None])
    seen: set[UUID] = set()
    return [_line(number, text, read[number], known, seen, program_id) for number, text in given]


def list_in_words(program_id: UUID, ids: Sequence[str]) -> str:
    """Return how many a stored list has chosen, and which are no participants of the program."""
    refused = [each for each in lines_of(program_id, ids) if each.refusal]
    said = [f"“{each.text}”: {each.refusal}." for each in refused[:MOST_NAMED]]
    if more := len(refused) - len(said):
        said.append(f"And {more:,} more are no participants of the program.")
    return " ".join([f"{len(ids):,} chosen.", *said])


def refuse_segment(program_id: UUID, segment: Segment) -> None:
    """Raise `SegmentInvalid` if no participant could be meant."""
    errors = dict(_faults(program_id, segment))
    if errors:
        raise SegmentInvalid(errors=errors)


def _faults(program_id: UUID, segment: Segment) -> Iterator[tuple[str, str]]:
    if segment.state and segment.state not in ParticipantState.values:
        yield "state", f"must be {' or '.join(ParticipantState.values)}"
    begin, end = segment.created_from, segment.created_before
    if begin and end and end <= begin:
        yield "createdBefore", "must be after createdFrom"
    for name, key in (
        ("completedExerciseId", segment.completed_exercise_id),
        ("notCompletedExerciseId", segment.not_completed_exercise_id),
    ):
        if key and not Exercise.objects.filter(pk=key, program=program_id).exists():
            yield name, "must be an exercise of the same program"


def _completed(exercise_id: UUID) -> Exists:
    return Exists(
        ParticipantExerciseTask.objects.filter(
            participant=OuterRef("pk"), exercise=exercise_id, state=ParticipantTaskState.COMPLETED
        )
    )


def _programs_of(ids: Sequence[UUID]) -> Mapping[UUID, UUID]:
    return dict(Participant.objects.filter(pk__in=ids).values_list("pk", "program_id"))


def _guid(text: str) -> UUID | None:
    try:
        found: UUID = guid(text)
    except ValueError:
        return None
    return found


def _line(
    number: int,
    text: str,
    key: UUID | None,
    known: Mapping[UUID, UUID],
    seen: set[UUID],
    program_id: UUID,
) -> SegmentLine:
    refusal = ""
    if key is None:
        refusal = "is no id"
    elif key not in known:
        refusal = "there is no such participant"
    elif known[key] != program_id:
        refusal = "is a participant of another program"
    elif key in seen:
        refusal = "stands in an earlier line, too"
    else:
        seen.add(key)
    return SegmentLine(number=number, text=text[:100], participant_id=key, refusal=refusal)


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
