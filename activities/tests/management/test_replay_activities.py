"""`manage.py replay_activities`…"""

from datetime import UTC, datetime
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from activities.models import Activity, ActivityReplay, ActivityState
from activities.replaying import start_replay
from activities.settling.applying import settle_activity
from activities.tests.calls.outbox import posted, run_steps, take_apart
from activities.tests.factories import ActivityFactory, sport_data
from foundation.messaging import jobs
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import store_portions
from programs.tasks.models import ParticipantTaskState
from programs.tests.factories import (
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from rewards.formulas.outcomes import outcome_of
from rewards.models import Balance

REWARD_AND_APPLY = "activities.reward_and_apply"
CALCULATE, APPLY = "activities.calculate_reward", "activities.apply_activity"
COMPLETE, REFILL = "activities.complete_task", "activities.refill_balance"

pytestmark = pytest.mark.django_db


def replay(*arguments: Any) -> str:
    out = StringIO()
    call_command("replay_activities", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def made(**fields: Any) -> Activity:
    activity: Activity = ActivityFactory.create(**fields)
    return activity


def posted_for(activity: Activity) -> list[str]:
    rows = OutboxMessage.objects.filter(key=str(activity.pk)).order_by("pk")
    return list(rows.values_list("destination", flat=True))


def test_posts_the_steps_that_an_activity_lacks_with_apply_alone():
    activity = made()

    planned = replay()

    assert "1 activities looked at." in planned
    assert "Would be posted: 1 to calculate the reward, then search for a task." in planned
    assert "Nothing was changed" in planned
    assert (posted(), ActivityReplay.objects.count()) == ([], 0)
    printed = replay("--apply")
    assert "Was posted: 1 to calculate the reward, then search for a task." in printed
    assert posted_for(activity) == [REWARD_AND_APPLY]
    replayed = ActivityReplay.objects.get()
    assert (replayed.done, replayed.posted) == (1, 1)
    assert replayed.finished_on is not None


def test_credits_a_reward_and_completes_a_task_that_were_left():
    task = ParticipantExerciseTaskFactory.create()
    activity = made(participant=task.participant, reward=12)
    settle_activity(activity.pk, "", timezone.now())
    OutboxMessage.objects.all().delete()

    replay("--apply")

    assert posted_for(activity) == [REFILL, COMPLETE]
    run_steps()
    assert Balance.objects.get().amount == 12
    task.refresh_from_db()
    assert task.state == ParticipantTaskState.COMPLETED


@pytest.mark.parametrize("is_new_scheme", [True, False])
def test_finds_nothing_to_do_the_second_time_and_applies_in_the_new_scheme_alone(
    monkeypatch: pytest.MonkeyPatch, is_new_scheme: bool
):
    reward = outcome_of(Decimal(3))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)
    program = MarketingProgramFactory.create(is_new_scheme=is_new_scheme)
    activity = made(participant=ParticipantFactory.create(program=program))
    replay("--apply")
    run_steps()
    before = posted()

    replay("--apply")

    assert posted() == before or not is_new_scheme
    activity.refresh_from_db()
    assert activity.reward == 3
    assert activity.state == (ActivityState.SKIPPED if is_new_scheme else ActivityState.CREATED)
    assert is_new_scheme or activity.history.get().source == "replay"


@pytest.mark.parametrize("decision", ["Rejected", ""])
def test_finds_nothing_to_do_where_the_type_calculates_no_reward(decision: str):
    data = sport_data(RefereeingSystemCheckState=decision)
    if not decision:
        del data["RefereeingSystemCheckState"]
    made(data=data)
    replay("--apply")
    run_steps()
    assert Activity.objects.get().state == ActivityState.SKIPPED
    before = posted()

    printed = replay()

    assert "Would be posted: 0 to calculate the reward." in printed
    replay("--apply")
    assert posted() == before


def test_calculates_where_the_data_cannot_be_read_so_that_the_step_says_why():
    activity = made(data={}, state=ActivityState.SKIPPED)

    replay("--apply")

    assert posted_for(activity) == [CALCULATE]


def test_leaves_steps_alone_that_wait_and_sends_back_those_given_up():
    activity = made()
    replay("--apply")
    take_apart()
    dead = OutboxMessage.objects.filter(destination=APPLY)
    dead.update(dead_on=timezone.now(), attempts=8)

    printed = replay("--apply")

    assert "Left alone: 1 steps that wait already." in printed
    assert "Was sent back: 1 steps that were given up." in printed
    assert posted_for(activity) == [REWARD_AND_APPLY, CALCULATE, APPLY]
    assert dead.get().dead_on is None


@pytest.mark.parametrize("by", ["program", "type", "state", "from", "until"])
def test_takes_only_what_is_selected(by: str):
    may = [datetime(2026, 5, day, tzinfo=UTC) for day in (1, 9)]
    late = by == "from"
    mine = made(type="QuizActivity", state="Skipped", created_on=may[late], reward=1)
    made(type="SportActivity", created_on=may[not late], reward=1)
    value = {
        "program": mine.marketing_program_id,
        "type": mine.type,
        "state": mine.state,
        "from": "2026-05-05",
        "until": "2026-05-05T00:00:00Z",
    }[by]

    replay("--apply", f"--{by}", value)

    assert posted_for(mine) == [REFILL]
    assert len(posted()) == 1


def stopped(count: int) -> ActivityReplay:
    """Return a replay of so many skipped activities, of which two are done."""
    for _ in range(count):
        made(reward=1, state="Skipped")
    now = timezone.now()
    replay = ActivityReplay(created_before=now, batch=2, started_by="ann", created_on=now)
    start_replay(replay)
    return store_portions(replay, 1)


def test_goes_on_where_it_was_cancelled_if_no_process_works_on_it():
    replayed = stopped(3)
    with pytest.raises(CommandError, match="Another process works on the replay"):
        replay("--resume", replayed.pk)
    jobs.cancel(ActivityReplay, replayed.pk, "ann", timezone.now())
    assert posted() == [REFILL] * 2

    printed = replay("--resume", replayed.pk)

    assert "3 activities looked at." in printed
    assert posted() == [REFILL] * 3
    replayed.refresh_from_db()
    assert (replayed.state, replayed.done, replayed.posted) == ("Finished", 3, 3)
    assert "3 activities looked at." in replay("--resume", replayed.pk)
    assert posted() == [REFILL] * 3


def test_stops_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch):
    made()

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("activities.replaying.next_activities", interrupted)

    with pytest.raises(CommandError, match="--resume") as refused:
        replay("--apply")
    assert refused.value.returncode == 130
    assert ActivityReplay.objects.get().state == "Cancelled"
    assert posted() == []


def test_takes_each_of_many_activities_of_one_moment_once():
    moment = datetime(2026, 5, 17, tzinfo=UTC)
    for _ in range(5):
        made(created_on=moment, reward=1, state="Skipped")

    replay("--apply", "--batch", 2)

    assert posted() == [REFILL] * 5


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--resume", "00000000-0000-0000-0000-000000000001"), "No replay"),
        (("--program", "00000000-0000-0000-0000-000000000001"), "No marketing program"),
        (("--batch", "0"), "at least 1"),
        (("--from", "yesterday"), "invalid moment"),
    ],
)
def test_refuses_what_does_not_exist(arguments: tuple[str, ...], fault: str):
    with pytest.raises(CommandError, match=fault):
        replay(*arguments)
