"""What the number provider and the face provider can answer, and how each answer is played."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.tests.calls.processes import apply_callbacks, call_back, process_photos_in, until
from tools.sandbox.client import SandboxClient

START_LIST = ["101", "0202", "303"]
READ = ["00101", "101", " 1 01 ", "999", "A12", "1234567"]
REJECTED_ONLY = ["999", "A12", "1234567"]
REJECTIONS = {"999": "NotInStartList", "A12": "NotANumber", "1234567": "TooLong"}
PERSONS = ["p1", "p2"]
LOST = {"callback": {"lostRate": 1}}
LOST_ONCE = {"callback": {"next": ["lost"]}}
TWICE = {"callback": {"next": ["doubled"]}}
THROTTLED = {"next": [{"outcome": "throttle", "retryAfter": 60}]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What is on the photo, how the provider behaves, and what happens one after the other."""

    reads: list[str] = field(default_factory=lambda: READ)
    persons: list[str] = field(default_factory=lambda: PERSONS)
    behaves: dict[str, Any] = field(default_factory=dict)
    then: str = "answer"


NUMBERS = {
    "found": Numbers(),
    "nothing": Numbers(reads=[], persons=[], then="answer-at-once"),
    "rejected only": Numbers(reads=REJECTED_ONLY),
    "fails once": Numbers(behaves={"next": ["fail"]}, then="retry answer"),
    "fails always": Numbers(behaves={"failureRate": 1}, then="retry retry"),
    "refuses": Numbers(behaves={"failureRate": 1, "failureStatus": 422}, then=""),
    "throttles": Numbers(behaves=THROTTLED, then="too-soon retry answer"),
    "silent once": Numbers(behaves={"next": ["hang"]}, then="retry answer"),
    "202 lost": Numbers(behaves={"next": ["lose"]}),
    "no callback": Numbers(behaves=LOST_ONCE, then="waits overdue retry answer"),
    "never any": Numbers(behaves=LOST, then="overdue retry overdue retry overdue"),
    "twice": Numbers(behaves=TWICE, then="both answer"),
    "twice, other": Numbers(then="answer other-answer"),
    "late": Numbers(behaves=LOST, then="overdue late-answer"),
    "after failing": Numbers(
        behaves=LOST, then="overdue retry overdue retry overdue failed late-answer"
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """Who is on the photo, how the provider behaves, and what is looked at before time goes on."""

    persons: list[str] = field(default_factory=lambda: PERSONS)
    behaves: dict[str, Any] = field(default_factory=dict)
    then: str = ""


FACES = {
    "found": Faces(),
    "nothing": Faces(persons=[]),
    "fails once": Faces(behaves={"next": ["fail"]}, then="counted"),
    "fails always": Faces(behaves={"failureRate": 1}),
    "throttles": Faces(behaves=THROTTLED, then="uncounted too-soon"),
    "silent once": Faces(behaves={"next": ["hang"]}, then="counted"),
}


def set_up(sandbox: SandboxClient, photo_id: str, numbers: str, faces: str) -> None:
    """Let the providers answer so; `-` stands for one that is not asked."""
    if numbers in NUMBERS:
        played = NUMBERS[numbers]
        sandbox.set_truth(photo_id, persons=played.persons, tags=played.reads)
        sandbox.replace_behaviour("number-provider", played.behaves)
    if faces in FACES:
        seen = FACES[faces]
        sandbox.set_truth(photo_id, persons=seen.persons, provider="face-provider")
        sandbox.replace_behaviour("face-provider", seen.behaves)


class Play:
    """The steps that the providers' answers take after the photo was published."""

    def __init__(self, sandbox: SandboxClient, photo: Photo) -> None:
        self._sandbox = sandbox
        self._photo = photo

    def run(self, steps: str) -> None:
        """Take the steps, then whatever else comes due, until nothing does any more."""
        self.take(steps)
        while process_photos_in(days=1):
            continue

    def take(self, steps: str) -> None:
        """Take the steps, one after the other."""
        for step in steps.split():
            getattr(self, step.replace("-", "_"))()

    def answer(self) -> None:
        """The callback comes, and is applied by the sweep, its hint being lost."""
        until(Callback.objects.filter(state=CallbackState.STORED).exists)
        assert apply_callbacks(timezone.now() + timedelta(seconds=31)) == 1

    def answer_at_once(self) -> None:
        """The callback has no number, so it is applied where it arrives, without the start list."""
        until(Callback.objects.filter(state=CallbackState.APPLIED).exists)

    def both(self) -> None:
        """The same callback comes twice, and both times is answered 202."""
        until(lambda: self._sandbox.stats("number-provider")["callbackAnswers"].get("202") == 2)

    def other_answer(self) -> None:
        """A second callback of the same request says something else."""
        request = NumberRequest.objects.get()
        tags = [{"id": "t", "value": "303"}]
        answer = call_back(request, {"name": str(self._photo.pk), "persons": [], "tags": tags})
        assert answer.status_code == 202
        # The start list is at hand now, so it is applied where it arrives.
        until(Callback.objects.filter(state=CallbackState.IGNORED).exists)

    def late_answer(self) -> None:
        """The callback of the first request comes after all."""
        request = NumberRequest.objects.earliest("created_on")
        truth = {
            "persons": [{"id": person} for person in PERSONS],
            "tags": [{"id": "t", "value": value} for value in READ],
        }
        answer = call_back(request, {"name": f"{self._photo.pk};x", **truth})
        assert answer.status_code == 202
        self.answer()

    def retry(self) -> None:
        """The back-off ends."""
        assert process_photos_in(minutes=20) == 1

    def too_soon(self) -> None:
        """Nothing is asked before the time that the provider named."""
        assert process_photos_in(seconds=45) == 0

    def counted(self) -> None:
        """The face provider's failure was an attempt."""
        assert Photo.objects.get(pk=self._photo.pk).face_attempts == 1

    def uncounted(self) -> None:
        """That the face provider was busy was no attempt."""
        photo = Photo.objects.get(pk=self._photo.pk)
        assert (photo.face_attempts, bool(photo.face_failure)) == (0, True)

    def waits(self) -> None:
        """Nothing is asked while the callback may still come."""
        assert process_photos_in(minutes=29) == 0

    def overdue(self) -> None:
        """The callback's time is over: an attempt is counted, and the next one planned."""
        before = Photo.objects.get(pk=self._photo.pk).number_attempts
        assert process_photos_in(minutes=31) == 1
        assert Photo.objects.get(pk=self._photo.pk).number_attempts == before + 1

    def failed(self) -> None:
        """The attempts are exhausted."""
        assert Photo.objects.get(pk=self._photo.pk).state == "Failed"
