"""The two steps of a photo, faces and numbers, which are worked on side by side.

A step owns its columns of the photo. Code that is the same for both takes a step.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Q

from foundation.records.versioned import VersionedModel

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

    def finish(self, now: datetime, version: int) -> None:
        """The step is recognised, whether anything was found or not. Its results get a version."""
        self.start(None)
        self.recognized, self.recognized_on, self.outdated = True, now, False
        self.version = version

    def reset(self) -> None:
        """Reset the step to not recognised; its results stay until there are new ones."""
        self.recognized, self.outdated, self.corrected_on = False, True, None
