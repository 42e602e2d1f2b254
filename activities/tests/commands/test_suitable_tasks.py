"""The suitable task of an activity…"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from activities.tests.calls.came import task_of
from activities.tests.factories import sport_data
from activities.types import kind_of
from foundation.records.tests.scans import explained
from programs.models import Participant, ParticipantExerciseTask, ParticipantTaskState
from programs.tasks.commands import find_suitable_task
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db


def found(participant: Participant, **data: str) -> ParticipantExerciseTask | None:
    kind = kind_of("SportActivity")
    facts = kind.facts(kind.read(sport_data(**data)))
    suitable = find_suitable_task(participant.pk, "SportActivity", facts)
    return None if suitable is None else ParticipantExerciseTask.objects.get(pk=suitable.task_id)


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
        task.store(state=ParticipantTaskState.CANCELLED)
    assert found(participant) is None


def test_is_read_by_the_index_of_free_tasks():
    participant, exercise, now = (
        ParticipantFactory.create(),
        ExerciseFactory.create(),
        timezone.now(),
    )
    tasks = [
        ParticipantExerciseTaskFactory.build(
            participant=participant,
            exercise=exercise,
            state=ParticipantTaskState.ACTIVE if n % 100 == 0 else ParticipantTaskState.COMPLETED,
            completed_on=None if n % 100 == 0 else now,
        )
        for n in range(2000)
    ]
    ParticipantExerciseTask.objects.bulk_create(tasks)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE programs_participantexercisetask")
        # So few rows may be read faster from beginning to end.
        cursor.execute("SET LOCAL enable_seqscan = off")

    with explained("programs_participantexercisetask") as reads:
        task = found(participant)

    assert task == tasks[0]
    assert reads[0].heap_rows == 20  # the active ones, not all that the participant has
