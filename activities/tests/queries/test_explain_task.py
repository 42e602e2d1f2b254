"""Why a task is open or done…"""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from activities.explaining.compared_tasks import MOST_ACTIVITIES, TriedFit, explain_task
from activities.models import Activity
from activities.tests.calls.came import came as came_in
from activities.tests.calls.outbox import run_steps
from foundation.rest.tests.staff import signed_in
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory

pytestmark = pytest.mark.django_db


def new_task(**fields: Any) -> ParticipantExerciseTask:
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(**fields)
    return task


def came(task: ParticipantExerciseTask, **data: str) -> Activity:
    """Create an activity of the task's participant, and run its steps."""
    activity = came_in(task.participant_id, **data)
    run_steps()
    activity.refresh_from_db()
    return activity


def verdicts(task: ParticipantExerciseTask) -> dict[Any, TriedFit]:
    return {each.activity.pk: each.verdict for each in explain_task(task.pk).tried}


def test_names_those_that_were_tried_and_why_not_on_the_page_too(client: Client):
    task = new_task(criteria={"minDistance": "20"})
    short, rejected = came(task), came(task, RefereeingSystemCheckState="Rejected")

    explained = explain_task(task.pk)
    signed_in(client, "programs.read", "activities.manage")
    page = client.get(f"/admin/programs/participantexercisetask/{task.pk}/change/").content.decode()

    assert explained.sentences == [
        "It is open: of the participant's 2 activities of its type (sport) it took none."
    ]
    found = {each.activity.pk: each for each in explained.tried}
    assert found[short.pk].verdict is TriedFit.CRITERIA_NOT_MET
    assert found[short.pk].reason == "Distance: wanted at least 20, got 10.5"
    assert found[rejected.pk].verdict is TriedFit.NOTHING_SUITS
    assert "the referees rejected it" in found[rejected.pk].reason
    assert "It is open: of the participant&#x27;s 2 activities" in page
    assert "✗ Distance: wanted at least 20, got 10.5" in page
    assert str(short.pk) in page


def test_names_its_activity_and_that_of_another_task():
    task = new_task(finishes_on=timezone.now() + timedelta(days=1))
    other = new_task(participant=task.participant, exercise__name="Run 5")
    first, second = came(task), came(task)

    assert verdicts(task) == {first.pk: TriedFit.APPLIED, second.pk: TriedFit.ELSEWHERE}
    assert verdicts(other) == {first.pk: TriedFit.ELSEWHERE, second.pk: TriedFit.APPLIED}
    said = " ".join(explain_task(task.pk).sentences)
    assert f"It has activity {first.pk}, counted on" in said
    assert "It was completed on" in said


def test_says_that_an_activity_came_before_the_task_or_would_suit_changed_criteria():
    task = new_task(criteria={"minDistance": "20"})
    early = came(task)
    task.store(criteria={"minDistance": "5"})

    assert verdicts(new_task(participant=task.participant)) == {early.pk: TriedFit.TOO_EARLY}
    assert verdicts(task) == {early.pk: TriedFit.WOULD_SUIT}


def test_says_that_there_is_none_who_decides_and_that_the_participant_is_blocked():
    task = new_task()
    MarketingProgram.objects.update(is_new_scheme=False)
    task.participant.store(state="Blocked")

    assert explain_task(task.pk).sentences == [
        "It is open: the participant has no activity of its type (sport).",
        "The participant is blocked: new activities are refused.",
        "Task managers decide for which task an activity counts.",
    ]


def test_shows_the_newest_and_its_own(django_assert_max_num_queries):
    task = new_task()
    own = came(task)
    for _ in range(MOST_ACTIVITIES + 2):
        came(task)

    with django_assert_max_num_queries(6):
        explained = explain_task(task.pk)

    assert (explained.count, len(explained.tried)) == (MOST_ACTIVITIES + 3, MOST_ACTIVITIES + 1)
    assert explained.tried[-1].activity == own
