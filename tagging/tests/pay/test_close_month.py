"""A month of pay is closed…"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foundation.records.models import AuditEntry
from tagging.models import PaidMonth, Payment, TaskHistory
from tagging.pay.months import (
    MonthNotNext,
    MonthNotOver,
    PayChanged,
    get_next_month,
    list_first_months,
    list_payments,
    payments_until,
    total_of,
)
from tagging.tests.factories import new_tagator
from tagging.tests.statistics.ledger import JULY, close, complete, enter, moment, reopen, skip

pytestmark = pytest.mark.django_db


def paid(month: PaidMonth) -> list[tuple[str, ...]]:
    """Return what each tagger got: earned, corrections, brought over and to pay."""
    return [
        (each.name, *(f"{a:.2f}" for a in (each.earned, each.corrections, each.brought, each.paid)))
        for each in month.payments.order_by("name")
    ]


def test_with_who_signed_it_off_and_what_each_tagger_gets():
    ann, kim = new_tagator(name="Ann"), new_tagator(name="Kim")
    complete(ann, "2026-05-31T23:59:59Z")
    complete(kim, "2026-05-01T00:00Z", amount="0.30", numbers=5)
    skip(kim, "2026-05-02T00:00Z")
    complete(kim, "2026-06-01T00:00Z")

    month = close()

    assert (str(month), month.closed_by, month.currency) == ("May 2026", "meg", "EUR")
    assert (month.begin, month.end) == (moment("2026-05-01T00:00Z"), moment("2026-06-01T00:00Z"))
    assert paid(month) == [
        ("Ann", "0.15", "0.00", "0.00", "0.15"),
        ("Kim", "0.30", "0.00", "0.00", "0.30"),
    ]
    of_kim = month.payments.get(tagator=kim)
    assert (of_kim.tasks, of_kim.skipped, of_kim.numbers) == (1, 1, 5)
    assert [entry.action for entry in AuditEntry.objects.all()] == ["Created"]


def test_after_the_one_before_and_only_when_it_is_over():
    kim = new_tagator()
    complete(kim, "2026-05-17T00:00Z")
    close()

    with pytest.raises(MonthNotOver):
        close(moment("2026-06-30T23:59Z"))
    with pytest.raises(MonthNotNext):
        close(begin=moment("2026-07-01T00:00Z"))
    with pytest.raises(MonthNotNext):
        close(begin=moment("2026-05-01T00:00Z"))

    assert str(close()) == "June 2026"
    assert PaidMonth.objects.count() == 2


@pytest.mark.parametrize("seen", [{"total": Decimal("0.14")}, {"currency": "USD"}])
def test_only_with_the_total_and_in_the_currency_that_were_seen(seen: Any):
    complete(new_tagator(), "2026-05-17T00:00Z")

    with pytest.raises(PayChanged):
        close(**seen)

    assert not PaidMonth.objects.exists()


def test_and_what_it_left_is_not_brought_over_to_another_currency(settings: Any):
    kim = new_tagator(name="Kim")
    complete(kim, "2026-05-17T00:00Z", amount="0.1230")
    close()
    settings.TAGGING_CURRENCY = "USD"
    complete(kim, "2026-06-17T00:00Z", amount="0.2040")
    june = close()
    settings.TAGGING_CURRENCY = "EUR"
    complete(kim, "2026-07-17T00:00Z", amount="0.0020")

    july = close(moment("2026-08-01T00:00Z"))

    assert (june.currency, paid(june)) == ("USD", [("Kim", "0.20", "0.00", "0.00", "0.20")])
    assert [(p.brought, p.paid) for p in july.payments.all()] == [
        (Decimal("0.0030"), Decimal("0.01"))
    ]


def test_that_the_lead_chooses_as_the_first_and_what_was_before_is_not_paid():
    ann, kim = new_tagator(name="Ann"), new_tagator(name="Kim")
    complete(ann, "2026-03-05T00:00Z")
    complete(kim, "2026-04-30T23:59Z", amount="1.00")
    complete(kim, "2026-05-17T00:00Z", amount="0.40")
    begins = [each.begin for each in list_first_months(JULY)]
    assert begins == [moment(f"2026-0{month}-01T00:00Z") for month in range(3, 7)]
    seen = get_next_month(JULY, first=begins[2])

    total = total_of(payments_until(seen.period, seen.currency))
    may = close(begin=begins[2], total=total)

    assert paid(may) == [("Kim", "0.40", "0.00", "0.00", "0.40")]
    assert list_first_months(JULY) == []
    reopen(kim, "2026-06-02T00:00Z", amount="-0.15")
    assert paid(close()) == [("Kim", "-0.15", "0.00", "0.00", "0.00")]


def test_never_begins_in_the_middle_or_before_the_oldest_work():
    complete(new_tagator(), "2026-05-17T00:00Z")

    for begin in ("2026-04-01T00:00Z", "2026-05-02T00:00Z", "2026-07-01T00:00Z"):
        with pytest.raises(MonthNotNext):
            close(begin=moment(begin))

    assert not PaidMonth.objects.exists()


def test_and_its_later_corrections_and_what_was_paid_too_much_stand_in_the_next():
    kim = new_tagator(name="Kim")
    complete(kim, "2026-05-17T00:00Z", amount="1.00")
    may = close()
    complete(kim, "2026-05-31T23:59Z", amount="0.40")  # stored late
    reopen(kim, "2026-06-01T00:00Z", amount="-2.00")
    june = close()
    complete(kim, "2026-07-03T00:00Z", amount="2.25")

    july = close(moment("2026-08-01T00:00Z"))

    assert paid(may) == [("Kim", "1.00", "0.00", "0.00", "1.00")]
    assert paid(june) == [("Kim", "-2.00", "0.40", "0.00", "0.00")]
    assert paid(july) == [("Kim", "2.25", "0.00", "-1.60", "0.65")]
    assert june.payments.get().tasks == 0
    months = [str(each.month) for each in list_payments(kim.pk)]
    assert months == ["July 2026", "June 2026", "May 2026"]


def test_at_the_midnights_of_the_setting(settings: Any):
    settings.TAGGING_TIME_ZONE = "Europe/Berlin"
    complete(new_tagator(), "2026-04-30T22:00Z")

    may = close()

    assert (str(may), may.time_zone) == ("May 2026", "Europe/Berlin")
    assert (may.begin, may.end) == (moment("2026-04-30T22:00Z"), moment("2026-05-31T22:00Z"))
    settings.TAGGING_TIME_ZONE = "America/New_York"
    june = close(moment("2026-07-02T08:00Z"))
    assert (june.begin, june.end) == (may.end, moment("2026-07-01T04:00Z"))


def test_and_the_database_never_changes_it():
    complete(new_tagator(), "2026-05-17T00:00Z")
    close()

    for rows in (PaidMonth.objects.all(), Payment.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(id=7)
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.all().delete()


MONTHS = [datetime(2026, month, 1, tzinfo=UTC) for month in range(1, 8)]
SIGNS = {"Completed": 1, "Reopened": -1, "Skipped": 0}
EVENTS = st.lists(
    st.tuples(
        st.integers(0, 1),  # who
        st.sampled_from(["Completed", "Reopened", "Skipped"]),
        st.integers(0, len(MONTHS) - 2),  # the month in which it is stored
        st.integers(0, 40),  # how many days late it is
        st.decimals("0", "3", places=4),  # the rate at that moment
    ),
    max_size=25,
)


@settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(EVENTS)
def test_to_the_cent_under_reopenings_late_events_and_changes_of_the_rate(events: Any):
    with transaction.atomic():
        tagators = [new_tagator(name=name) for name in ("Ann", "Kim")]
        complete(tagators[0], MONTHS[0], amount=0)
        seen: list[list[tuple[Any, ...]]] = []
        for place in range(len(MONTHS) - 1):
            for who, change, stored, late, rate in events:
                if stored == place:
                    sign, at = SIGNS[change], _moment_of(place, late)
                    enter(tagators[who], change, at, tasks=sign, amount=sign * rate)
            month = close(MONTHS[place + 1])
            seen.append(_kept(month))

        months = list(PaidMonth.objects.order_by("begin"))
        assert [_kept(month) for month in months] == seen  # no later month changed a closed one
        for tagator in tagators:
            given_so_far = Decimal(0)
            stored_rows = list(TaskHistory.objects.counted().filter(tagator=tagator))
            exact = sum((row.amount for row in stored_rows), Decimal(0))
            payments = [each for month in months for each in month.payments.filter(tagator=tagator)]
            for each in payments:
                assert each.brought == sum(
                    (p.earned + p.corrections - p.paid for p in payments[: payments.index(each)]),
                    Decimal(0),
                )
                given_so_far += each.paid
            assert sum((p.earned + p.corrections for p in payments), Decimal(0)) == exact
            assert sum(p.tasks for p in payments) == sum(row.tasks for row in stored_rows)
            # Each month has what was stored between its closing and the one before.
            of_month = {p.month_id: (p.earned, p.corrections) for p in payments}
            assert [of_month.get(month.pk, (0, 0)) for month in months] == [
                _stored_in(events, tagators.index(tagator), place) for place in range(len(months))
            ]
            # Not a cent less than was earned; more only what a reopening took back afterwards.
            left = exact - given_so_far
            assert left <= Decimal("0.005")
            if payments and payments[-1].paid:
                assert abs(left) <= Decimal("0.005")
        transaction.set_rollback(True)


def _moment_of(place: int, late: int) -> datetime:
    """Return when a row happened that is stored on the tenth of a month, so many days late."""
    return max(MONTHS[0], MONTHS[place] + timedelta(days=9, microseconds=1) - timedelta(late))


def _stored_in(events: Any, tagator: int, place: int) -> tuple[Decimal, Decimal]:
    """Return what the rows stored in a month amount to: of that month, and of earlier ones."""
    own = earlier = Decimal(0)
    for who, change, stored, late, rate in events:
        if (who, stored) == (tagator, place):
            amount = SIGNS[change] * rate
            if _moment_of(place, late) >= MONTHS[place]:
                own += amount
            else:
                earlier += amount
    return own, earlier


def _kept(month: PaidMonth) -> list[tuple[Any, ...]]:
    return list(month.payments.order_by("pk").values_list())
