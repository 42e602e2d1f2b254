"""The sample program: exercises of every type, formulas, three participants and their tasks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from django.utils import timezone

from foundation.records.audit import Actor
from foundation.records.formats import as_iso_text
from programs.activity_types import titles
from programs.participants.commands import Participants, PutParticipantCommand
from programs.programs.commands import (
    Exercises,
    MarketingPrograms,
    PutExerciseCommand,
    PutMarketingProgramCommand,
)
from programs.putting import put
from programs.tasks.commands import ParticipantExerciseTasks, PutParticipantExerciseTaskCommand
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.formulas.commands import CreateFormulaCommand, create_formula
from rewards.models import RewardFormula

PROGRAM = uuid5(NAMESPACE_URL, "demo:program")
PARTICIPANTS = {name: uuid5(PROGRAM, name) for name in ("Ada", "Ben", "Cleo")}
AUTHOR = "demo"
QUIZ, PARTNER, PLACE, EVENT, IMAGE, TRACKER = (
    uuid5(PROGRAM, name) for name in ("quiz", "partner", "place", "event", "image", "tracker")
)
FORMULAS: Mapping[str, str] = {
    "SportActivity": "distance * coeff('perKilometre')",
    "SporadicActivity": "after_linear(time_in_seconds / 60, 10, 0.5, 30)",
    "QuizActivity": "correct_answers * coeff('perAnswer')",
    "InviteActivity": "100",
    "PartnersActivity": "clamp(coalesce(amount, 0) / 10, 1, 50)",
    "GeoLocationActivity": "15",
    "RegistrationActivity": "50",
    "ParticipatingActivity": "200",
    "UploadImageActivity": "5",
}
COEFFICIENTS = {"perKilometre": "2.5", "perAnswer": "3"}


@dataclass(frozen=True, slots=True)
class Deed:
    """An activity of a participant, also in words, and the criteria of a task for it, if any.

    `way`: through which entrance it comes.
    """

    who: str
    words: str
    type: str
    way: str
    data: Mapping[str, Any]
    criteria: Mapping[str, Any] | None = None
    activity_id: UUID = field(default_factory=uuid4)


def deeds() -> Iterator[Deed]:
    """Yield the activities of one run."""
    now = as_iso_text(timezone.now())
    yield Deed("Ada", "ran 10.5 km", "SportActivity", "accepted",
               _run(now, distance=10.5, timeInSeconds=3465, averagePace=330, averageSpeed=10.9),
               {"discipline": "running", "minDistance": 5, "minPace": 400})  # fmt: skip
    yield Deed("Ben", "ran 21.1 km, from the tracker", "SportActivity", "event",
               _run(now, distance=21.1),
               {"discipline": "running", "minDistance": 20})  # fmt: skip
    yield Deed("Cleo", "ran 3 km, less than asked for", "SportActivity", "accepted",
               _run(now, distance=3))  # fmt: skip
    yield Deed("Cleo", "ran 12 km, rejected by the referees", "SportActivity", "rejected",
               _run(now, distance=12))  # fmt: skip
    yield Deed("Ada", "did gymnastics for an hour", "SporadicActivity", "accepted",
               _run(now, discipline="gymnastics", distance=0),
               {"discipline": "gymnastics"})  # fmt: skip
    quiz = {"QuizId": QUIZ, "CorrectAnswers": 8, "TotalQuestions": 10}
    passed = {"quizId": QUIZ, "minScore": "0.75"}
    yield Deed("Ben", "answered 8 of 10", "QuizActivity", "any", quiz, passed)
    invitation = {"InvitedParticipantId": PARTICIPANTS["Ben"], "InvitedOn": now}
    yield Deed("Cleo", "invited Ben", "InviteActivity", "any", invitation, {})
    bought = {"PartnerId": PARTNER, "ActionCode": "PURCHASE", "Amount": "49.90"}
    yield Deed("Ada", "bought for 49.90", "PartnersActivity", "any", bought, {"partnerId": PARTNER})
    place = {"LocationId": PLACE, "Latitude": "52.5163", "Longitude": "13.3777", "CheckedInOn": now}
    near = {"latitude": "52.5170", "longitude": "13.3780", "radiusMeters": 200}
    yield Deed("Ben", "checked in 80 m away", "GeoLocationActivity", "any", place, near)
    yield Deed("Cleo", "registered", "RegistrationActivity", "any", {"RegisteredOn": now}, {})
    start = {"EventId": EVENT, "ParticipatedOn": now, "StartNumber": "1024"}
    event = {"eventId": EVENT}
    yield Deed("Ada", "started with 1024", "ParticipatingActivity", "any", start, event)
    image = {"ImageId": IMAGE, "ImageUrl": "https://example.org/finish.jpg", "UploadedOn": now}
    yield Deed("Ben", "uploaded a photo", "UploadImageActivity", "any", image, {})


def make_program() -> None:
    """Put the program, its exercises, participants and formulas; what is there stays."""
    put(MarketingPrograms, PutMarketingProgramCommand(program_id=PROGRAM, name="Sample program"))
    for name, participant in PARTICIPANTS.items():
        named = PutParticipantCommand(participant_id=participant, program_id=PROGRAM, label=name)
        put(Participants, named)
    for activity_type, expression in FORMULAS.items():
        put(
            Exercises,
            PutExerciseCommand(
                exercise_id=_exercise(activity_type),
                program_id=PROGRAM,
                name=activity_type,
                activity_type=activity_type,
            ),
        )
        _add_formula(activity_type, expression)


def add_task(deed: Deed) -> None:
    """Give the participant a task for the activity, if it has criteria."""
    if deed.criteria is None:
        return
    texts = {key: str(value) for key, value in deed.criteria.items()}
    put(
        ParticipantExerciseTasks,
        PutParticipantExerciseTaskCommand(
            task_id=uuid4(),
            participant_id=PARTICIPANTS[deed.who],
            exercise_id=_exercise(deed.type),
            now=timezone.now(),
            criteria=texts,
        ),
    )


def _run(now: str, **changes: Any) -> dict[str, Any]:
    return {
        "trackerId": str(TRACKER),
        "provider": "Tracker",
        "discipline": "running",
        "startDate": now,
        "finishDate": now,
        "distance": 0,
        "timeInSeconds": 3600,
        **changes,
    }


def _exercise(activity_type: str) -> UUID:
    return uuid5(PROGRAM, activity_type)


def _add_formula(activity_type: str, expression: str) -> None:
    formula_id, now = uuid5(_exercise(activity_type), "formula"), timezone.now()
    if RewardFormula.objects.filter(pk=formula_id).exists():
        return
    create_formula(
        CreateFormulaCommand(
            formula_id=formula_id,
            program_id=PROGRAM,
            activity_type=activity_type,
            name=f"Sample: {dict(titles())[activity_type].lower()}",
            expression=expression,
            coefficients=COEFFICIENTS,
            by=Actor(AUTHOR),
            now=now,
        )
    )
    activate_formula(
        ActivateFormulaCommand(formula_id=formula_id, by=Actor("demo-activator"), now=now)
    )
