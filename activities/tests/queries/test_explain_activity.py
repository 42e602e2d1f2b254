"""The explanation of an activity, and two rewards beside each other…"""

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from activities.explaining.compared_tasks import (
    MOST_ACTIVITIES,
    Since,
    TaskFit,
    TaskLookedAt,
    TriedFit,
    explain_task,
)
from activities.explaining.history import explain_activity
from activities.explaining.reward_checks import compare_rewards
from activities.models import Activity, ActivityNotFound
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_steps
from activities.tests.calls.rewarded import accepted, calculated, came, task_of
from activities.tests.calls.rewarded import came as came_in
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db


def looked_at(activity: Activity) -> list[TaskLookedAt]:
    return list(explain_activity(activity.pk).tasks.tasks)


def test_names_criterion_wanted_and_got_by_the_data_at_the_decision():
    participant = ParticipantFactory.create()
    task_of(participant, criteria={"minDistance": "20", "discipline": "running"})
    activity, out = came(participant.pk, "callback"), StringIO()
    run_steps()

    call_command("explain_activity", str(activity.pk), stdout=out)
    accepted(activity, Distance="25")
    (task,) = looked_at(activity)

    assert task.verdict is TaskFit.CRITERIA_NOT_MET
    assert task.reason == "Distance: wanted at least 20, got 10.5"
    assert [(c.criterion, c.is_met) for c in task.checks] == [
        ("Discipline", True),
        ("Distance", False),
    ]
    printed = out.getvalue()
    assert "state Skipped: Settled. No task. " in printed
    assert "[callback] Came in: " in printed
    assert "Distance: wanted at least 20, got 10.5, NOT met" in printed


def test_tells_that_a_reward_was_set_before_it_was_credited():
    participant = ParticipantFactory.create()
    active_formula(participant.program_id, expression="5")
    activity = came(participant.pk, "callback")
    run_steps()

    kinds = [each.kind for each in explain_activity(activity.pk).entries]

    assert kinds.index("RewardSet") < kinds.index("Credited")


def test_names_the_activity_that_took_a_task():
    participant = ParticipantFactory.create()
    task_of(participant)
    first, second = came(participant.pk, "callback"), came(participant.pk, "callback")
    run_steps()

    (task,) = looked_at(second)

    assert task.verdict is TaskFit.TAKEN
    assert str(first.pk) in task.reason
    assert looked_at(first)[0].verdict is TaskFit.APPLIED


def test_has_the_tasks_in_the_order_they_are_tried_and_those_never_tried_last():
    participant, now = ParticipantFactory.create(), timezone.now()
    never = task_of(participant, created_on=now - timedelta(days=3))
    cancelled = task_of(participant, state=ParticipantTaskState.CANCELLED, finishes_on=now)
    late = task_of(participant, finishes_on=now + timedelta(days=9))
    soon = task_of(participant, finishes_on=now + timedelta(days=1))

    found = looked_at(came(participant.pk, "callback"))

    assert [each.task for each in found] == [soon, late, never, cancelled]
    assert [each.place for each in found] == [1, 2, 3, 4]


def test_marks_tasks_that_were_added_or_changed_after_the_decision():
    participant = ParticipantFactory.create()
    same = task_of(participant, criteria={"minDistance": "20"})
    changed = task_of(participant, criteria={"minDistance": "21"})
    activity = came(participant.pk, "callback")
    run_steps()
    changed.store(starts_on=timezone.now())
    added = task_of(participant)

    since = {each.task: each.since for each in looked_at(activity)}

    assert since == {same: Since.NOTHING, changed: Since.CHANGED, added: Since.ADDED}


def test_is_refused_for_an_unknown_activity():
    with pytest.raises(CommandError, match="No activity"):
        call_command("explain_activity", str(uuid4()))


def new_task(**fields: Any) -> ParticipantExerciseTask:
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(**fields)
    return task


def task_came(task: ParticipantExerciseTask, **data: str) -> Activity:
    """Create an activity of the task's participant, and run its steps."""
    activity = came_in(task.participant_id, **data)
    run_steps()
    activity.refresh_from_db()
    return activity


def verdicts(task: ParticipantExerciseTask) -> dict[Any, TriedFit]:
    return {each.activity.pk: each.verdict for each in explain_task(task.pk).tried}


def test_of_task_names_those_that_were_tried_and_why_not_on_the_page_too(client: Client):
    task = new_task(criteria={"minDistance": "20"})
    short, rejected = task_came(task), task_came(task, RefereeingSystemCheckState="Rejected")

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


def test_of_task_names_its_activity_and_that_of_another_task():
    task = new_task(finishes_on=timezone.now() + timedelta(days=1))
    other = new_task(participant=task.participant, exercise__name="Run 5")
    first, second = task_came(task), task_came(task)

    assert verdicts(task) == {first.pk: TriedFit.APPLIED, second.pk: TriedFit.ELSEWHERE}
    assert verdicts(other) == {first.pk: TriedFit.ELSEWHERE, second.pk: TriedFit.APPLIED}
    said = " ".join(explain_task(task.pk).sentences)
    assert f"It has activity {first.pk}, counted on" in said
    assert "It was completed on" in said


def test_of_task_says_that_an_activity_came_before_the_task_or_would_suit_changed_criteria():
    task = new_task(criteria={"minDistance": "20"})
    early = task_came(task)
    task.store(criteria={"minDistance": "5"})

    assert verdicts(new_task(participant=task.participant)) == {early.pk: TriedFit.TOO_EARLY}
    assert verdicts(task) == {early.pk: TriedFit.WOULD_SUIT}


def test_of_task_says_that_there_is_none_who_decides_and_that_the_participant_is_blocked():
    task = new_task()
    MarketingProgram.objects.update(is_new_scheme=False)
    task.participant.store(state="Blocked")

    assert explain_task(task.pk).sentences == [
        "It is open: the participant has no activity of its type (sport).",
        "The participant is blocked: new activities are refused.",
        "Task managers decide for which task an activity counts.",
    ]


def test_of_task_shows_the_newest_and_its_own(django_assert_max_num_queries):
    task = new_task()
    own = task_came(task)
    for _ in range(MOST_ACTIVITIES + 2):
        task_came(task)

    with django_assert_max_num_queries(6):
        explained = explain_task(task.pk)

    assert (explained.count, len(explained.tried)) == (MOST_ACTIVITIES + 3, MOST_ACTIVITIES + 1)
    assert explained.tried[-1].activity == own


def another(one: Activity, **data: str) -> Activity:
    """Return an activity of the same participant with other data, its reward calculated."""
    other = ActivityFactory.create(participant=one.participant, data=sport_data(**data))
    return calculate_reward(CalculateRewardCommand(activity_id=other.pk, source="ann"))


def test_of_two_rewards_parts_at_the_condition_that_chose_another_result_or_formula():
    one = calculated("distance > 5 ? 10 + distance : 2 * distance")
    other, far = another(one, Distance="3"), another(one, Distance="50")

    said = " ".join(compare_rewards(one.pk, far.pk).sentences)

    assert compare_rewards(one.pk, other.pk).parts_at == "distance > 5"
    assert "This one was decided by formula 'Near', revision 1; that one by formula 'Far'" in said


def test_of_two_rewards_says_that_every_step_is_the_same_or_that_one_was_not_calculated():
    one = calculated()

    same = compare_rewards(one.pk, another(one).pk).sentences
    without = compare_rewards(one.pk, ActivityFactory.create().pk).sentences

    assert same == ["This one: 16 points. That one: 16 points.", "Every step has the same value."]
    assert without[0] == "This one: 16 points. That one: not calculated."
    for pair in ((one.pk, uuid4()), (uuid4(), one.pk)):
        with pytest.raises(ActivityNotFound):
            compare_rewards(*pair)


def test_of_two_rewards_is_on_the_page_of_the_explanation(client: Client):
    signed_in(client, "activities.manage", "rewards.read")
    one = calculated()
    other = another(one, Distance="3")
    page = f"/admin/activities/activity/{one.pk}/reward/"

    offered = client.get(page).content.decode()
    compared = client.get(page, {"with": f" {other.pk} "}).content.decode()
    unknown = client.get(page, {"with": "ann"}).content.decode()

    assert f"?with={other.pk}" in offered
    assert "Line:column" not in offered
    assert "10.5 km × 1.5 (rate) = 15.75, rounded 16." in offered
    assert "Distance: this one 10.5 km, that one 3 km." in compared
    assert "There is no activity “ann”." in unknown


def test_of_two_rewards_is_said_by_manage_py():
    one, out = calculated(), StringIO()
    other = another(one, Distance="3")

    call_command("explain_activity", str(one.pk), "--compare", str(other.pk), stdout=out)

    assert "  Distance: this one 10.5 km, that one 3 km.\n" in out.getvalue()
