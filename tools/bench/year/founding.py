"""What is there before the year begins, made once for all seeds: a program with many participants.

Each has run once in the weeks before, and was rewarded with two points a kilometre. Their ids and
distances are those of one seed, so that the model of it can be made without reading anything.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from uuid import UUID

from tools.bench.year.facts import Operation, Run
from tools.bench.year.model import Model

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
TYPE = "SportActivity"
_WEEKS = 6
_SINCE = BEGIN - timedelta(weeks=_WEEKS + 1)
_RATE = 2
_TRACKER = "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11"


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """The ids that all seeds have, and the runs of before, by participant."""

    program_id: UUID
    exercise_id: UUID
    distances: dict[UUID, Decimal]

    @classmethod
    def of(cls, people: int) -> "Founding":
        chance = Random(people)
        program_id, exercise_id, *ids = (
            UUID(int=chance.getrandbits(128)) for _ in range(people + 2)
        )
        distances = {each: Decimal(chance.randint(1, 30)) / 2 for each in ids}
        return cls(program_id=program_id, exercise_id=exercise_id, distances=distances)

    @property
    def people(self) -> Sequence[UUID]:
        return list(self.distances)

    def runs(self) -> Iterator[Run]:
        """Yield the runs of before, as they are when the year begins."""
        step = timedelta(weeks=_WEEKS) / len(self.distances)
        for number, (participant, distance) in enumerate(self.distances.items(), start=1):
            reward = Decimal(int(distance * _RATE))
            yield Run(
                activity_id=UUID(int=participant.int ^ 1),
                participant=participant,
                distance=distance,
                is_accepted=True,
                created_on=BEGIN - number * step,
                state="Skipped",
                reward=reward,
                before_limits=reward,
            )

    def add_to(self, model: Model) -> None:
        """Let the model know what is there."""
        for run in self.runs():
            model.add(run)
            model.post(credit_of(run))


def credit_of(run: Run) -> Operation:
    """Return the credit of a run of before."""
    assert run.reward is not None
    return Operation(
        operation_id=run.activity_id,
        participant=run.participant,
        amount=run.reward,
        source=run.activity_id,
        is_by_hand=False,
        is_of_before=True,
    )


def data_of(run: Run) -> dict[str, str]:
    """Return a run's data, as trackers send them."""
    return {
        "TrackerId": _TRACKER,
        "Discipline": "Run",
        "StartDate": "2026-05-17T06:00:00Z",
        "FinishDate": "2026-05-17T07:00:00Z",
        "Distance": f"{run.distance:f}",
        "RefereeingSystemCheckState": "Accepted" if run.is_accepted else "Rejected",
    }


def found(founding: Founding) -> None:
    """Store what is there before the year, unless a process before has."""
    from django.db import transaction

    from programs.participants.models import Participant
    from programs.programs.models import Exercise, MarketingProgram

    if MarketingProgram.objects.filter(pk=founding.program_id).exists():
        return
    with transaction.atomic():
        program = MarketingProgram.objects.create(pk=founding.program_id, name="Year")
        Exercise.objects.create(
            pk=founding.exercise_id, program=program, name="Run", activity_type=TYPE
        )
        Participant.objects.bulk_create(
            Participant(pk=each, program=program, created_on=_SINCE, updated_on=_SINCE)
            for each in founding.people
        )
        _store_runs(founding)


def _store_runs(founding: Founding) -> None:
    from activities.models import Activity, ActivityHistory
    from rewards.models import Balance, BalanceOperation

    runs = list(founding.runs())
    Activity.objects.bulk_create(
        Activity(
            pk=run.activity_id,
            participant_id=run.participant,
            marketing_program_id=founding.program_id,
            type=TYPE,
            state=run.state,
            data=data_of(run),
            reward=run.reward,
            created_on=run.created_on,
        )
        for run in runs
    )
    ActivityHistory.objects.bulk_create(
        ActivityHistory(
            activity_id=run.activity_id,
            change="RewardSet",
            occurred_on=run.created_on,
            source="handler",
            details={"reward": f"{run.reward:f}"},
        )
        for run in runs
    )
    Balance.objects.bulk_create(Balance(participant_id=each) for each in founding.people)
    BalanceOperation.objects.bulk_create(
        BalanceOperation(
            id=run.activity_id,
            balance_id=run.participant,
            source="Activity",
            source_id=run.activity_id,
            type="Refill",
            state="Accepted",
            amount=run.counted,
            created_on=run.created_on,
        )
        for run in runs
    )
