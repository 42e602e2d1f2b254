"""The two steps of a photo, faces and numbers, which are worked on side by side.

A step owns its columns of the photo. Code that is the same for both takes a step.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Collate, Greatest, Lower

from foundation.records.leases import Lease
from foundation.records.models import VersionedModel
from recognition.providers.failures import ProcessingFailure

V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The names of a step's columns, and of the step in a sentence."""

    title: str
    recognized: str
    recognized_on: str
    outdated: str
    failure: str
    attempts: str
    next_attempt_on: str
    claim: str
    version: str
    corrected_on: str

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.recognized, self.recognized_on, self.outdated, self.failure, self.attempts,
                self.next_attempt_on, self.claim, self.version, self.corrected_on)  # fmt: skip

    @property
    def leased(self) -> Lease:
        return Lease(self.next_attempt_on, self.claim)

    def where(self, **conditions: Any) -> Q:
        """Return a condition on photos, the columns named as here: `attempts__gte=8`."""
        condition = Q()
        for name, value in conditions.items():
            column, *lookup = name.split("__")
            condition &= Q(("__".join([getattr(self, column), *lookup]), value))
        return condition

    def of(self, photo: VersionedModel) -> "PhotoStep":
        return PhotoStep(photo, self)


FACES = Step(
    title="Faces",
    recognized="face_recognized",
    recognized_on="faces_recognized_on",
    outdated="persons_outdated",
    failure="face_failure",
    attempts="face_attempts",
    next_attempt_on="faces_next_attempt_on",
    claim="faces_claim",
    version="persons_version",
    corrected_on="persons_corrected_on",
)
NUMBERS = Step(
    title="Numbers",
    recognized="number_recognized",
    recognized_on="numbers_recognized_on",
    outdated="tags_outdated",
    failure="number_failure",
    attempts="number_attempts",
    next_attempt_on="numbers_next_attempt_on",
    claim="numbers_claim",
    version="tags_version",
    corrected_on="numbers_corrected_on",
)
STEPS = (FACES, NUMBERS)
JUDGING = Lease("judge_on")  # of its numbers, again


class _Column(Generic[V]):
    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, step: "PhotoStep", owner: type) -> V:
        value: V = getattr(step.photo, getattr(step.step, self._name))
        return value

    def __set__(self, step: "PhotoStep", value: V) -> None:
        setattr(step.photo, getattr(step.step, self._name), value)


class PhotoStep:
    """A step of one photo. Nothing is saved here.

    `next_attempt_on` is when a machine works on the step next, null where it has nothing to do.
    `claim` is the id of the claim under which a process works on it. From `next_attempt_on` on
    another process may take it over; the claim ends when the step gets another one or none.
    `corrected_on` is when staff set the results. A corrected step is recognised, so no recogniser
    is asked and no answer is used; only `reset` ends that.
    """

    recognized = _Column[bool]()
    recognized_on = _Column[datetime | None]()
    outdated = _Column[bool]()
    failure = _Column[str]()
    attempts = _Column[int]()
    next_attempt_on = _Column[datetime | None]()
    claim = _Column[UUID | None]()
    version = _Column[int]()
    corrected_on = _Column[datetime | None]()

    def __init__(self, photo: VersionedModel, step: Step) -> None:
        self.photo = photo
        self.step = step

    def plan(self, moment: datetime | None) -> None:
        """Plan the step for that time; None: not at all. A claim on it ends."""
        self.next_attempt_on, self.claim = moment, None

    def start(self, moment: datetime | None) -> None:
        """Plan the step as if it had never failed."""
        self.plan(moment)
        self.attempts, self.failure = 0, ""

    def fail(self, failure: ProcessingFailure, now: datetime) -> None:
        """Count a failed attempt, and plan the next one; none after `PROCESSING_MAX_ATTEMPTS`."""
        self.attempts += failure.uses_an_attempt
        self.failure = failure.reason[:500]
        self.plan(failure.next_attempt_on(self.attempts, now))

    def finish(self, now: datetime, version: int) -> None:
        """The step is recognised, whether anything was found or not. Its results get a version."""
        self.start(None)
        self.recognized, self.recognized_on, self.outdated = True, now, False
        self.version = version

    def reset(self) -> None:
        """Reset the step to not recognised; its results stay until there are new ones."""
        self.recognized, self.outdated, self.corrected_on = False, True, None


# Where photos stand, and conditions on it, as the indexes of photos have them.


class PhotoState(models.TextChoices):
    """Where a photo stands; `docs/recognition.md` has the transitions."""

    NEW = "New"
    AWAITING_CALLBACK = "AwaitingCallback"
    AWAITING_TAGGING = "AwaitingTagging"
    PROCESSED = "Processed"
    FAILED = "Failed"
    DELETED = "Deleted"


# Conditions of partial indexes. PostgreSQL uses one only for a query with the same condition.
_KEPT = ~Q(state=PhotoState.DELETED)
_UNFINISHED = ~Q(state=PhotoState.PROCESSED)
UNSETTLED = ~Q(state__in=(PhotoState.PROCESSED, PhotoState.DELETED))
NEEDING = {
    (): UNSETTLED,
    (FACES,): _KEPT & (_UNFINISHED | Q(face_recognized=False)),
    (NUMBERS,): _KEPT & (_UNFINISHED | Q(number_recognized=False)),
    STEPS: _KEPT & (_UNFINISHED | Q(face_recognized=False) | Q(number_recognized=False)),
}
UNATTENDED = Q(
    state__in=(PhotoState.NEW, PhotoState.FAILED),
    faces_next_attempt_on__isnull=True,
    numbers_next_attempt_on__isnull=True,
    callback_due_on__isnull=True,
    tagging_task_id__isnull=True,
)

# Its numbers were read and sent, and a tagger has reopened the task to change them.
REOPENED = Q(state=PhotoState.PROCESSED, tagging_task_id__isnull=False)
CORRECTED = Q(persons_corrected_on__isnull=False) | Q(numbers_corrected_on__isnull=False)

# When a photo got its last result. Of null and a time, PostgreSQL takes the time.
PROCESSED_LAST = Greatest("faces_recognized_on", "numbers_recognized_on")

# The last part of the address, in small letters: `IMG_0035.JPG?size=2` of a host is `img_0035.jpg`.
# Without parameters, so that every statement has the text of the index; in the order of its bytes,
# so that the names with one beginning are a range of it.
FILE_NAME = Collate(
    Lower(
        Func(
            F("image_url"),
            template=r"substring(%(expressions)s, '([^/?#]*)([?#].*)?$')",
            output_field=models.TextField(),
        )
    ),
    "C",
)


def with_state(*states: PhotoState) -> Q:
    """Return the condition that a photo is in one of these states, in the text of the statement.

    A statement that a connection executes often is planned for any parameters. Such a plan cannot
    use an index of photos in some states, unless they stand in the text.
    """
    known = map(PhotoState, states)  # no other text gets into a statement
    texts = [Func(template=f"'{each.value}'", output_field=models.TextField()) for each in known]
    return Q(state__in=texts)


def of_any_step(**conditions: Any) -> Q:
    """Return the condition that at least one step meets these conditions, as in `Step.where`."""
    return FACES.where(**conditions) | NUMBERS.where(**conditions)
