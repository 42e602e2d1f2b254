"""The suitable task of an activity…"""

import pytest
from django.db import connection
from django.utils import timezone

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
