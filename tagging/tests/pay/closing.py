"""Months of pay, closed as staff close them."""

from datetime import datetime
from typing import Any

from foundation.records.audit import Actor
from tagging.models import PaidMonth
from tagging.pay.months import (
    CloseMonthCommand,
    close_month,
    get_next_month,
    payments_until,
    total_of,
)
from tagging.tests.statistics.ledger import moment

JULY = moment("2026-07-02T08:00Z")


def close(now: datetime = JULY, **fields: Any) -> PaidMonth:
    """Close the next month as it is seen at a moment."""
    month = get_next_month(now)
    total = total_of(payments_until(month.period, month.currency))
    seen = {"begin": month.period.begin, "total": total, "currency": month.currency, **fields}
    return close_month(CloseMonthCommand(now=now, by=Actor("meg"), **seen))
