"""The suitable task of an activity…"""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from activities.tests.factories import sport_data
from activities.types import kind_of
from bench.scans import explained
from programs.models import Participant, ParticipantExerciseTask, TaskState
from programs.queries import find_suitable_task
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db


def task_of(participant: Participant, **fields: Any) -> ParticipantExerciseTask:
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(
        participant=participant, **fields
    )
    return task


def found(participant: Participant, **data: str) -> ParticipantExerciseTask | None:
    kind = kind_of("SportActivity")
    facts = kind.facts(kind.read(sport_data(**data)))
    return find_suitable_task(participant.pk, "SportActivity", facts)


@pytest.mark.parametrize(
    ("criteria", "suits"),
    [
        ({}, True),
        ({"discipline": "running"}, True),
        ({"discipline": "Running"}, False),
        ({"discipline": " running\n"}, True),
        ({"minDistance": "10.5", "maxDistance": "10.5"}, True),
        ({"minDistance": "10.50001"}, False),
        ({"maxDistance": "10.49999"}, False),
        ({"minTimeInSeconds": 3600, "maxTimeInSeconds": 3600}, True),
        ({"minTimeInSeconds": 3601}, False),
        ({"maxTimeInSeconds": 3599}, False),
        ({"minPace": "6", "maxPace": "5"}, True),
        ({"minPace": "5.4"}, False),
        ({"maxPace": "5.6"}, False),
    ],
)
def test_meets_each_bound_of_sport(criteria: dict[str, Any], suits: bool):
    participant = ParticipantFactory.create()
    task = task_of(participant, criteria=criteria)

    assert found(participant, AveragePace="5.5") == (task if suits else None)
    kind = kind_of("SportActivity")
    facts = kind.read(sport_data(AveragePace="5.5"))
    assert kind.criteria.suits(kind.criteria.read(task.criteria), facts) is suits


def test_finishes_soonest_then_is_the_oldest():
    participant, now = ParticipantFactory.create(), timezone.now()
    late = task_of(participant)
    never = task_of(participant, created_on=now - timedelta(days=3))
    soon = task_of(participant, finishes_on=now + timedelta(days=1))
    sooner = task_of(participant, finishes_on=now + timedelta(hours=1))
    order = [sooner, soon, never, late]

    for expected in order:
        task = found(participant)
        assert task == expected
        task.store(state=TaskState.CANCELLED)
    assert found(participant) is None


def test_reads_one_row_of_5000():
    participant, exercise = ParticipantFactory.create(), ExerciseFactory.create()
    tasks = (
        ParticipantExerciseTaskFactory.build(
            participant=participant,
            exercise=exercise,
            criteria={"minDistance": n, "maxDistance": n + 1, "discipline": "running"},
            finishes_on=timezone.now() + timedelta(minutes=n),
        )
        for n in range(5000)
    )
    ParticipantExerciseTask.objects.bulk_create(tasks, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE programs_participantexercisetask")

    with explained("programs_participantexercisetask") as reads:
        task = found(participant, Distance="4990.5")

    assert task is not None
    assert task.criteria["minDistance"] == "4990"
    assert reads[-1].scans == ("Index Scan task_suitable",)
    assert reads[-1].heap_rows == 1
    assert Decimal(task.criteria["maxDistance"]) == 4991
