"""Budgets on the staff's first page…"""

from datetime import UTC, datetime

import pytest

from foundation.staff.dashboard import DANGER, WARNING
from rewards.console.dashboard import budgets
from rewards.models import RewardLimit
from rewards.tests.factories import NOW
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db


def used(limit: RewardLimit, amount: int) -> None:
    limit.counters.update(used=amount, reached=100 if amount >= limit.most else 80)


def test_that_are_nearly_or_quite_used_are_shown_with_their_program():
    quite, nearly, half = budget(), budget(period="Program"), budget()
    used(quite, 50)
    used(nearly, 40)
    half.counters.update(used=25)
    limited()

    section = budgets(NOW)

    assert [(each.title, each.value, each.tone) for each in section.figures] == [
        ("Budgets used up", "1", DANGER),
        ("Budgets at 80 %", "1", WARNING),
    ]
    assert section.table
    assert [[cell.text for cell in row] for row in section.table.rows] == [
        [quite.program.name, "50 points a week for all participants together", "50", "0"],
        [
            nearly.program.name,
            "50 points in the whole program for all participants together",
            "40",
            "10",
        ],
    ]


def test_are_no_longer_shown_in_the_next_period_or_when_they_were_raised():
    limit, raised = budget(), budget()
    used(limit, 50)
    used(raised, 50)
    raised.store(most=100)

    assert [figure.value for figure in budgets(NOW).figures] == ["1", "0"]
    next_week = datetime(2026, 5, 18, tzinfo=UTC)
    assert [figure.value for figure in budgets(next_week).figures] == ["0", "0"]
    assert budgets(next_week).table is None
