"""Staff's pages of activities, and of claims to review…"""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from activities.models import Activity, ActivityState, RewardClaim
from activities.settling.applying import settle_activity
from activities.tests.admin.test_program_page import boss
from activities.tests.calls.rewarded import adjusted, claimed, credited, rejected
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.actions import SELECTED
from foundation.staff.display import address_of_list, address_of_page
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.formulas.outcomes import outcome_of
from rewards.models import Approval, Balance, BalanceOperation
from rewards.tests.factories import adjustment, refill

pytestmark = pytest.mark.django_db


LIST = address_of_list(Activity)


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


CLAIMS = address_of_list(RewardClaim)


@pytest.mark.usefixtures("frame")
def test_of_claims_settle_one_from_its_page_and_say_what_is_refused(client: Client):
    claim = claimed()
    signed_in(client, "rewards.adjust", name="ann")
    page = address_of_page(RewardClaim, claim.pk)

    home = client.get("/admin/", secure=True).content.decode()
    kept, refused = (
        client.post(page.replace("change", each), {"confirmed": "x"}, secure=True, follow=True)
        for each in ("keep", "take-back")
    )

    assert "Claims to review" in home
    assert f"{CLAIMS}?state__exact=Open" in home
    assert "done for 1, refused for 0" in kept.content.decode()
    assert "The claim is settled: kept." in refused.content.decode()
    assert Balance.objects.get().amount == 16


def test_of_claims_say_before_what_is_taken_in_all_and_what_is_refused(client: Client):
    corrected, empty = credited(), claimed()
    adjusted(corrected, "2")
    of_two = [rejected(corrected).claims.get(), empty]
    adjusted(empty.activity, "2")
    adjust_balance(adjustment(empty.activity.participant_id, "-15"))  # for nothing of these
    signed_in(client, "rewards.adjust", name="ann")
    sent = {"action": "take_back", SELECTED: [str(each.pk) for each in of_two]}

    def facts(**more: str) -> list[str]:
        return list(client.post(CLAIMS, {**sent, **more}, secure=True).context["facts"])

    assert facts() == [
        "1 reward is taken back: 18.00.",
        "1 claim is refused:",
        f"{empty.activity}: The balance is 3.00; it would be -15.00.",
    ]
    assert facts(action="keep") == ["2 rewards are kept: 36.00 in all."]
    done = client.post(CLAIMS, {**sent, "confirmed": "x"}, secure=True, follow=True)
    assert "done for 1, refused for 1" in done.content.decode()
    assert "The balance is 3.00; it would be -15.00." in done.content.decode()


def test_of_claims_take_much_back_only_when_another_approves_it(client: Client, settings: Settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    settings.ADJUSTMENT_NEEDS_ANOTHER_ABOVE = 5
    activity = credited()
    signed_in(client, "rewards.adjust", "activities.read", name="ann")
    page = address_of_page(Activity, activity.pk).replace("/change/", "/take-back/")

    asked = client.get(page, secure=True).content.decode()
    sent = {"confirmed": "x", "reason": "A car."}
    said = client.post(page, sent, secure=True, follow=True).content.decode()

    assert "another one decides it first" in asked
    assert "Nothing is changed yet" in said
    assert "done for" not in said
    assert Balance.objects.get().amount == 16
    assert Approval.objects.get().requested_by == "ann"
