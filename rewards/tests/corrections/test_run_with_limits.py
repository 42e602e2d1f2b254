"""The run of a correction in a program with limits, and paying what they had cut…"""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from activities.models import Activity
from activities.tests.calls.rewarded import accepted, adjusted
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs, store_portions
from foundation.records.audit import Actor
from foundation.rest.tests.staff import signed_in
from foundation.staff.actions import SELECTED
from foundation.staff.display import address_of_list, address_of_page
from programs.programs.models import MarketingProgram
from rewards.limits.commands import RemoveLimitCommand, remove_limit
from rewards.models import RewardCorrection, RewardLimit, RewardLimitCounter
from rewards.tests.corrections.corrected import (
    adjustments,
    approved,
    balances,
    changed,
    credited_runs,
    cut_runs,
    finished,
    previewed,
    raised,
)
from rewards.tests.factories import budget, limited

pytestmark = pytest.mark.django_db


def test_takes_from_limits_what_they_leave_and_announces_once_what_it_reaches():
    runs = credited_runs("5", "8")
    budget(runs.formula.program_id, 33, period="Program")
    changed(runs)

    correction = finished(previewed(runs))

    assert (balances(), int(RewardLimitCounter.objects.get().used)) == ([33], 33)
    assert adjustments() == [5, 2]
    first, second = correction.items.order_by("activity_on")
    assert (first.state, int(first.adjusted or 0), first.reason) == ("Applied", 5, "")
    assert (second.state, int(second.adjusted or 0)) == ("Applied", 2)
    assert second.reason == "Limits leave 2 of 8."
    reached = OutboxMessage.objects.filter(destination="rewards.budget-reached")
    assert [each.body["percent"] for each in reached.order_by("pk")] == [80, 100]


def test_takes_nothing_where_limits_leave_nothing():
    runs = credited_runs("5", "8")
    budget(runs.formula.program_id, 26, period="Program")

    correction = finished(previewed(changed(runs)))

    refused = set(correction.items.values_list("state", "reason"))
    assert (adjustments(), refused) == ([], {("Refused", "Limits leave nothing of it.")})


def test_gives_back_to_limits_and_they_are_counted_alike_later():
    runs = credited_runs("5", "8")
    points = limited(runs.formula.program_id, 40, period="Program")
    number = budget(runs.formula.program_id, 2, period="Program", unit="Activities")
    changed(runs, "distance > 6 ? 0 : 3")

    finished(previewed(runs))
    kept = [int(each.counters.get().used) for each in (points, number)]
    later = [
        budget(runs.formula.program_id, 100, period="Program"),
        budget(runs.formula.program_id, 5, period="Program", unit="Activities"),
    ]

    assert balances() == [3]
    assert kept == [3, 1]
    assert [int(each.counters.get().used) for each in later] == [3, 1]


def test_opens_a_counter_for_each_participant_with_what_was_credited_before():
    runs = credited_runs("5", "8", "2", participants=2)
    points = limited(runs.formula.program_id, 20, period="Program")
    number = limited(runs.formula.program_id, 5, period="Month", unit="Activities")
    changed(runs)

    finished(previewed(runs))

    assert (adjustments(), balances()) == ([5, 4, 1], [20, 20])
    assert sorted(int(each.used) for each in points.counters.all()) == [20, 20]
    assert sorted(int(each.used) for each in number.counters.all()) == [1, 2]
    call_command("verify_limits")


def statements_of(count: int) -> int:
    """Return how many statements a portion takes that adjusts rewards of so many participants."""
    runs = credited_runs(*["5"] * count, participants=count)
    limited(runs.formula.program_id, 100)
    budget(runs.formula.program_id, 1000)
    changed(runs)
    run = approved(previewed(runs))
    with CaptureQueriesContext(connection) as captured:
        store_portions(run, 1)
    return len(captured)


def test_takes_as_many_statements_for_few_as_for_many():
    assert statements_of(2) == statements_of(12)
    assert RewardLimitCounter.objects.count() > 12


def found(correction: RewardCorrection) -> list[tuple[int, int, str]]:
    items = correction.items.order_by("activity_on")
    return [(int(item.old), int(item.new), item.cause) for item in items]


def test_paying_cuts_pays_the_earlier_first_what_limits_leave_and_the_rest_another_time():
    runs, limit = cut_runs()
    raised(limit, 30)

    first = previewed(runs, pays_cuts=True)
    assert (balances(), found(first)) == ([14], [(4, 16, "Limit"), (0, 12, "Limit")])
    assert first.results["added"] == 24
    finished(first)
    assert (adjustments(), balances()) == ([12, 4], [30])

    raised(limit, 100)
    second = finished(previewed(runs, pays_cuts=True))
    assert (found(second), second.results["unchanged"]) == ([(4, 12, "Limit")], 1)
    assert (adjustments(), balances()) == ([12, 4, 8], [38])
    assert RewardLimitCounter.objects.get().used == 38
    call_command("verify_limits")
    call_command("verify_balances")

    assert found(previewed(runs, pays_cuts=True)) == []
    assert found(previewed(runs)) == []


def test_paying_cuts_pays_all_of_it_where_the_limit_is_removed_and_of_chosen_activities_alone():
    runs, limit = cut_runs()
    remove_limit(RemoveLimitCommand(limit_id=limit.pk, by=Actor("ann")))

    finished(previewed(runs, pays_cuts=True, activities=[runs.activities[2].pk]))

    assert (adjustments(), balances()) == ([12], [26])


def test_paying_cuts_leaves_out_what_a_person_a_formula_or_other_data_have_decided_since():
    runs, limit = cut_runs(most=20)  # 10, 10 of 16, 0 of 12
    raised(limit, 100)
    finished(previewed(changed(runs, "distance > 7 ? 3 : distance * 2")))

    assert found(previewed(runs, pays_cuts=True)) == [(0, 12, "Limit")]
    assert previewed(runs, pays_cuts=True).results["corrected"] == 1
    adjusted(runs.activities[2], "1")
    assert previewed(runs, pays_cuts=True).results["adjusted_by_hand"] == 1

    others, limit = cut_runs()
    raised(limit, 100)
    accepted(others.activities[1], Distance="3")
    assert found(previewed(others, pays_cuts=True)) == [(0, 12, "Limit")]


def sent(client: Client, address: str, **fields: Any) -> str:
    return client.post(address, fields, secure=True, follow=True).content.decode()


def test_paying_cuts_begins_at_chosen_activities_at_one_or_at_the_program(client: Client):
    runs, limit = cut_runs()
    raised(limit, 30)
    signed_in(client, "rewards.adjust", "activities.read", "programs.read", name="ann")
    listed, one = address_of_list(Activity), address_of_page(Activity, runs.activities[1].pk)
    chosen = {"action": "pay_cuts", SELECTED: [str(each.pk) for each in runs.activities]}
    program = address_of_page(MarketingProgram, limit.program_id)

    asked = sent(client, listed, **chosen)
    sent(client, listed, **chosen, confirmed="yes")
    button = sent(client, one.replace("/change/", "/pay-cut/"))
    whole = client.get(program, secure=True).content.decode()
    address = whole.partition("rewardcorrection/new/?")[2].partition('"')[0].replace("&amp;", "&")
    form = client.get(f"/admin/rewards/rewardcorrection/new/?{address}", secure=True)
    none = client.get(
        address_of_page(Activity, runs.activities[0].pk).replace("/change/", "/pay-cut/"),
        secure=True,
        follow=True,
    )

    assert "Limits cut 2 rewards: 24 in all." in asked
    assert "4 of 16" in asked
    assert "0 of 12" not in button
    assert "Limits cut nothing of it." in none.content.decode()
    finish_jobs(RewardCorrection)
    assert len(found(RewardCorrection.objects.get())) == 2
    shown = form.content.decode()
    assert "Pay what limits had cut" in shown
    assert f"Left now of {RewardLimit.objects.get()}: 16." in shown
    assert form.context["form"]["pays_cuts"].value() == "on"
    assert form.context["form"]["since"].value() == f"{timezone.now():%Y-%m-%d}"
