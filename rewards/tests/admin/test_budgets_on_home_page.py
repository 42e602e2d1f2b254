"""Budgets on the staff's first page…"""

from datetime import UTC, datetime

import pytest

from rewards.console.dashboard import budgets
from rewards.models import RewardLimit
from rewards.tests.factories import NOW
from rewards.tests.limits import budget

pytestmark = pytest.mark.django_db


def used(limit: RewardLimit, amount: int) -> None:
    limit.counters.update(used=amount, reached=100 if amount >= limit.most else 80)


def test_are_no_longer_shown_in_the_next_period_or_when_they_were_raised():
    limit, raised = budget(), budget()
    used(limit, 50)
    used(raised, 50)
    raised.store(most=100)

    assert [figure.value for figure in budgets(NOW).figures] == ["1", "0"]
    next_week = datetime(2026, 5, 18, tzinfo=UTC)
    assert [figure.value for figure in budgets(next_week).figures] == ["0", "0"]
    assert budgets(next_week).table is None
