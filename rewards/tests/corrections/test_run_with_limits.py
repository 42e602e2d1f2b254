"""The run of a correction, in a program with limits…"""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import store_portions
from rewards.models import RewardLimitCounter
from rewards.tests.corrections.corrected import (
    adjustments,
    approved,
    balances,
    changed,
    credited_runs,
    finished,
    previewed,
)
from rewards.tests.limits import budget, limited

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
