"""Staff's pages of activities…"""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from activities.models import Activity, ActivityState
from activities.settling.applying import settle_activity
from activities.tests.admin.test_program_page import boss
from activities.tests.calls.rewarded import credited
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.balances.commands import refill_balance
from rewards.formulas.outcomes import outcome_of
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import refill

LIST = address_of_list(Activity)
pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("ann"))
    return client


def body(client: Client, address: str, **query: Any) -> str:
    answer = client.get(address, query, secure=True)
    assert answer.status_code == 200
    return answer.content.decode()


def page(client: Client, record: Any) -> str:
    return body(client, address_of_page(type(record), record.pk))


def of_activity(activity: Activity, part: str) -> str:
    return address_of_page(Activity, activity.pk).removesuffix("change/") + f"{part}/"


def reward_of(monkeypatch: pytest.MonkeyPatch, amount: str) -> None:
    reward = outcome_of(Decimal(amount))
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)


def failed_step(activity: Activity, destination: str, **fields: Any) -> None:
    OutboxMessage.objects.create(
        kind="Handler",
        destination=destination,
        lane=f"handler:{destination}",
        key=str(activity.pk),
        body={},
        **fields,
    )


def test_list_where_each_is_and_why(staff: Client):
    activity = ActivityFactory.create()
    failed_step(activity, "activities.apply_activity", attempts=3, reason="Away: the database")

    shown = body(staff, LIST)

    assert "Retrying" in shown
    assert "Fails: to search for a task, 3 failed attempts" in shown
    assert "Away: the database" in shown


def test_are_filtered(staff: Client):
    mine = ActivityFactory.create(
        type="QuizActivity", state="Skipped", reward_failure="no value", data={}
    )
    failed_step(mine, "activities.refill_balance", attempts=8, dead_on=timezone.now())
    other = ActivityFactory.create()

    for name, value in (
        ("type", "QuizActivity"),
        ("state__exact", "Skipped"),
        ("reward", "failed"),
        ("steps", "given-up"),
        ("steps", "refused-refills"),
        ("participant", mine.participant_id),
    ):
        shown = body(staff, LIST, **{name: value})
        assert (str(mine.pk) in shown, str(other.pk) in shown) == (True, False), (name, value)
    assert str(mine.pk) not in body(staff, LIST, participant="nonsense")


def test_search_tasks_again_for_those_chosen_and_show_the_tasks_looked_at(staff: Client):
    task = ParticipantExerciseTaskFactory.create()
    fits = ActivityFactory.create(participant=task.participant)
    far = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "20"})
    fits_not = ActivityFactory.create(participant=far.participant)
    skipped = ActivityFactory.create(state="Skipped")
    chosen = {"action": "search", ACTION_CHECKBOX_NAME: [fits.pk, fits_not.pk, skipped.pk]}

    asked = staff.post(LIST, chosen, secure=True).content.decode()
    assert "That there is none is final, too." in asked
    assert not OutboxMessage.objects.exists()
    answer = staff.post(LIST, {**chosen, "confirmed": "yes"}, secure=True, follow=True)

    assert "done for 2, refused for 1" in answer.content.decode()
    states = [Activity.objects.get(pk=each.pk).state for each in (fits, fits_not)]
    assert states == [ActivityState.APPLIED, ActivityState.SKIPPED]
    assert fits.history.get().source == "ann"
    shown = page(staff, fits_not)
    assert "✗ Distance: wanted at least 20, got 10.5" in shown
    assert "Criteria not met" in shown
    assert "No task: " in shown
    assert "activities.activity-skipped" in shown


def test_calculate_a_reward_in_the_name_of_who_asked_and_say_why_one_stays(staff, monkeypatch):
    reward_of(monkeypatch, "7")
    activity, other = ActivityFactory.create(), ActivityFactory.create(reward=6)

    staff.post(of_activity(activity, "calculate"), {"confirmed": "yes"}, secure=True)
    answer = staff.post(
        of_activity(other, "calculate"), {"confirmed": "yes"}, secure=True, follow=True
    )

    activity.refresh_from_db()
    other.refresh_from_db()
    assert (activity.reward, other.reward) == (Decimal(7), Decimal(6))
    assert activity.history.get().source == "ann"
    entry = AuditEntry.objects.get()
    assert (entry.record_id, entry.changes) == (str(activity.pk), {"reward": [None, "7"]})
    assert "has the reward 6; calculated is 7" in answer.content.decode()


def test_say_that_a_reward_which_stays_is_not_calculated(staff, monkeypatch):
    reward_of(monkeypatch, "7")
    both = [ActivityFactory.create(reward=7), ActivityFactory.create(reward=7)]
    chosen = {"action": "calculate", ACTION_CHECKBOX_NAME: [each.pk for each in both]}

    answer = staff.post(LIST, {**chosen, "confirmed": "yes"}, secure=True, follow=True)

    assert "Calculate the reward: nothing was changed for 2." in answer.content.decode()
    assert "done for" not in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_are_part_of_the_participant_s_page_with_tasks_and_balance(staff: Client):
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})
    activity = ActivityFactory.create(participant=task.participant, reward=12)
    command = refill(activity.participant_id, operation_id=activity.pk, amount=Decimal(12))
    refill_balance(command)

    shown = page(staff, Participant.objects.get())

    assert "12.00" in shown
    assert "Min distance 5 km" in shown
    assert "Reward 12, credited." in shown


def test_are_counted_on_the_program_s_page(staff: Client):
    activity = ActivityFactory.create()
    ActivityFactory.create(participant=activity.participant)
    settle_activity(activity.pk, "", timezone.now())

    shown = page(staff, MarketingProgram.objects.get())

    figures = " ".join(shown.split("Waiting</th>")[1].split("</table>")[0].split())
    assert [part.split("<")[0] for part in figures.split('py-1">')[1:]] == list("20101")


@pytest.mark.usefixtures("frame")
def test_that_failed_are_on_the_first_page(staff: Client):
    activity = ActivityFactory.create(reward_failure="division by zero")
    failed_step(activity, "activities.refill_balance", attempts=8, dead_on=timezone.now())

    shown = body(staff, reverse("admin:index"))

    for title in ("Rewards failed", "Steps given up", "Refused refills"):
        assert title in shown
    assert activity.marketing_program.name in shown
    assert "steps=refused-refills" in shown


@pytest.mark.parametrize(
    "model", [Activity, Balance, BalanceOperation, Participant, ParticipantExerciseTask]
)
def test_found_by_name_is_what_is_of_the_participant_alone(client: Client, model: type[Model]):
    named, other = credited(), credited()
    for activity, label in ((named, "Ann Lee, Oslo"), (other, "Bob")):
        Participant.objects.filter(pk=activity.participant_id).update(label=label)
        ParticipantExerciseTaskFactory.create(participant=activity.participant)

    page = boss(client).get(address_of_list(model, q="lee"), secure=True)

    [found] = page.context["cl"].result_list
    assert "Ann Lee, Oslo" in page.content.decode()
    assert str(named.participant_id) in {
        str(getattr(found, name, "")) for name in ("pk", "participant_id", "balance_id")
    }
