"""A work in hand."""

from decimal import Decimal

import pytest

from tagging.tests.calls.in_hand import START
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks


@pytest.fixture
def work(db):
    """A work of three tasks, taken at `START`, at 0.15 a task."""
    waiting_tasks(3)
    return taken_work(new_tagator(rate_per_task=Decimal("0.15")), now=START)
