"""Timesheets are sums of the task history."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recognition.models import NumberRejection, NumberSource, Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import PhotoFactory
from tagging.models import TaskHistory
from tagging.statistics.albums import AlbumsAsked, count_in_albums
from tagging.statistics.queries import (
    Done,
    Interval,
    TimesheetPeriod,
    Timesheets,
    cut,
    get_statistic,
    timesheets_by_tagator,
)
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.statistics.ledger import complete, enter, moment, new_task, reopen, skip
from tagging.works.commands import (
    CompleteTaskCommand,
    ReopenTaskCommand,
    complete_task,
    reopen_task,
)
from tagging.works.skipping import SkipTaskCommand, skip_task

pytestmark = pytest.mark.django_db
MAY = TimesheetPeriod(begin=moment("2026-05-01T00:00Z"), end=moment("2026-06-01T00:00Z"))
YEAR_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def test_count_what_a_tagator_completed_and_skipped_but_not_what_was_taken_or_expired():
    kim = new_tagator()
    enter(kim, "Taken", "2026-05-17T09:00Z")
    enter(kim, "Expired", "2026-05-17T10:00Z")
    assert get_statistic(kim.pk, MAY) == Done()
    assert timesheets_by_tagator(MAY).count() == 0
    complete(kim, "2026-05-17T09:00Z")
    complete(kim, "2026-05-17T09:01Z", numbers=3, active_seconds="12.345", amount="0.1250")
    skip(kim, "2026-05-17T09:02Z")

    done = get_statistic(kim.pk, MAY)

    assert (done.tasks_completed, done.tasks_skipped, done.numbers_added) == (2, 1, 5)
    assert (done.active_seconds, done.amount) == (Decimal("42.345"), Decimal("0.2750"))
    assert (done.amount_text, done.tasks_per_hour) == ("0.275", Decimal("170.03"))
    assert Done(tasks_completed=1, active_seconds=Decimal(640)).tasks_per_hour == Decimal("5.63")


def test_have_the_first_moment_of_the_period_and_not_the_last():
    kim = new_tagator()
    complete(kim, MAY.begin - timedelta(microseconds=1))
    complete(kim, MAY.begin, numbers=10)
    complete(kim, MAY.end - timedelta(microseconds=1), numbers=100)
    complete(kim, MAY.end)

    assert get_statistic(kim.pk, MAY).numbers_added == 110


def test_take_back_in_the_interval_of_the_reopening_what_was_counted_before():
    kim = new_tagator()
    complete(kim, "2026-05-17T23:59Z")
    reopen(kim, "2026-05-18T00:01Z")
    complete(kim, "2026-05-19T00:01Z", numbers=3, active_seconds=120)

    sheets = Timesheets(cut(MAY, Interval.DAY, ZoneInfo("UTC")))[:]

    assert [sheet.done.tasks_completed for sheet in sheets] == [1, -1, 1]
    assert [sheet.done.amount_text for sheet in sheets] == ["0.15", "-0.15", "0.15"]
    assert [sheet.done.tasks_per_hour for sheet in sheets] == [120, None, 30]
    assert get_statistic(kim.pk, MAY) == Done(
        tasks_completed=1, numbers_added=3, active_seconds=Decimal(150), amount=Decimal("0.15")
    )


def test_count_work_done_by_the_commands_with_reopening_and_idle_cap():
    kim = new_tagator(rate_per_task=Decimal("0.15"), settings={"idle_cap_seconds": 60})
    waiting_tasks(3)
    start = moment("2026-05-17T09:00Z")
    work = taken_work(kim, now=start)
    first, second, third = tasks_of(work)

    def on(task, seconds):
        return {
            "tagator_id": kim.pk,
            "work_id": work.pk,
            "task_id": task.pk,
            "now": start + timedelta(seconds=seconds),
        }

    complete_task(CompleteTaskCommand(**on(first, 20)))
    complete_task(CompleteTaskCommand(**on(second, 500)))
    reopen_task(ReopenTaskCommand(**on(first, 510)))
    complete_task(CompleteTaskCommand(**on(first, 530)))
    skip_task(SkipTaskCommand(**on(third, 540)))

    assert get_statistic(kim.pk, MAY) == Done(
        tasks_completed=2,
        tasks_skipped=1,
        active_seconds=Decimal(20 + 60 + 30),
        amount=Decimal("0.30"),
    )


ENTRIES = st.lists(
    st.tuples(
        st.integers(0, 365 * 24 * 60 - 1),
        st.sampled_from(["Completed", "Reopened", "Skipped", "Taken"]),
        st.integers(0, 1),
        st.decimals(0, 3600, places=3),
        st.decimals(0, 100, places=4),
    ),
    max_size=12,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    entries=ENTRIES,
    begin=st.integers(0, 300),
    days=st.integers(1, 366),
    interval=st.sampled_from(Interval),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]),
)
def test_of_any_cut_add_up_to_the_history(two_tagators, entries, begin, days, interval, zone):
    task, tagators = two_tagators
    rows = [
        TaskHistory(
            task=task,
            change=change,
            occurred_on=YEAR_BEGIN + timedelta(minutes=minute),
            priority=0,
            tagator=tagators[who],
            tasks={"Completed": 1, "Reopened": -1}.get(change, 0),
            numbers={"Completed": 2, "Reopened": -2}.get(change, 0),
            active_seconds=seconds if change == "Completed" else 0,
            amount={"Completed": amount, "Reopened": -amount}.get(change, 0),
        )
        for minute, change, who, seconds, amount in entries
    ]
    # The history cannot be deleted: the rows of an example stay for those after it.
    asked = TimesheetPeriod(
        begin=YEAR_BEGIN + timedelta(days=begin), end=YEAR_BEGIN + timedelta(days=begin + days)
    )
    cuts = cut(asked, interval, ZoneInfo(zone))
    TaskHistory.objects.bulk_create(rows)
    inside = TaskHistory.objects.filter(
        occurred_on__gte=asked.begin,
        occurred_on__lt=asked.end,
        change__in=("Completed", "Reopened"),
    )

    sheets = Timesheets(cuts)

    total = sum((sheet.done for sheet in sheets[:]), start=Done())
    assert total.tasks_completed == sum(row.tasks for row in inside)
    assert total.numbers_added == sum(row.numbers for row in inside)
    assert total.active_seconds == sum(row.active_seconds for row in inside)
    assert total.amount == sum(row.amount for row in inside)
    assert sheets.count() == len(sheets[:])
    by_tagator = Counter(sheet.tagator_id for sheet in sheets[:])
    assert all(each <= len(cuts) for each in by_tagator.values())
    assert total == sum((sheet.done for sheet in timesheets_by_tagator(asked)[:]), start=Done())


@pytest.fixture
def two_tagators(db):
    return new_task(), [new_tagator(name="Ann"), new_tagator(name="Bob")]


OF_MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "interval": "day"}


def address() -> str:
    return "/admin-api/api/v2/statistics/timeSheetsByInterval"


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"from": None}, "from", "required"),
        ({"to": None}, "to", "required"),
        ({"interval": None}, "interval", "required"),
        ({"from": ""}, "from", "invalid"),
        ({"from": "yesterday"}, "from", "invalid"),
        ({"from": "2026-05-01T00:00:00"}, "from", "offset-required"),
        ({"from": "2026-05-01"}, "from", "offset-required"),
        ({"from": "1999-12-31T23:59:59Z"}, "from", "min-value"),
        ({"from": "0001-01-01T00:00:00Z"}, "from", "min-value"),
        ({"to": "9999-12-31T23:59:59Z"}, "to", "max-value"),
        ({"to": "9999-12-31T23:59:59-12:00"}, "to", "overflow"),
        ({"to": "2026-05-01T00:00:00Z"}, "to", "not-later"),
        ({"to": "2026-04-30T00:00:00Z"}, "to", "not-later"),
        ({"to": "2027-05-02T00:00:00.000001Z"}, "to", "too-long"),
        ({"interval": "year"}, "interval", "invalid-choice"),
        ({"interval": "Day"}, "interval", "invalid-choice"),
        ({"timeZone": "Mars/Olympus"}, "timeZone", "unknown"),
        ({"timeZone": "europe/berlin"}, "timeZone", "unknown"),
        ({"timeZone": "../etc/passwd"}, "timeZone", "unknown"),
        ({"timeZone": "+02:00"}, "timeZone", "unknown"),
        ({"timeZone": ""}, "timeZone", "blank"),
        ({"tagatorId": "kim"}, "tagatorId", "invalid"),
        ({"page": "0"}, "page", "invalid"),
        ({"pageSize": "201"}, "pageSize", "invalid"),
    ],
)
def test_over_the_api_with_a_wrong_parameter_is_422(manager, wrong, field, code):
    asked = {name: value for name, value in {**OF_MAY, **wrong}.items() if value is not None}

    answer = manager.get(address(), asked)

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


NONE, ACCEPTED, REJECTED = None, "", NumberRejection.LOW_CONFIDENCE


@pytest.mark.parametrize(
    ("outdated", "has_person", "number"),
    list(product([False, True], [False, True], [NONE, ACCEPTED, REJECTED])),
)
def test_over_the_api_is_the_same_for_a_photo_and_in_the_statistics_of_albums(
    outdated: bool, has_person: bool, number: str | None
) -> None:
    photo = PhotoFactory.create(persons_outdated=outdated, tags_outdated=outdated)
    if has_person:
        PhotoPerson.objects.create(photo=photo, person_id="anna")
    if number is not None:
        source = NumberSource.PROVIDER
        PhotoNumber.objects.create(photo=photo, value="17", rejection=number, source=source)

    [statistic] = count_in_albums([photo.album], AlbumsAsked())
    known = vars(Photo.objects.with_presence().get())

    expected = has_person and not outdated, number == ACCEPTED and not outdated
    assert (known["has_persons"], known["has_tags"]) == expected
    assert (statistic.persons == 1, statistic.tags == 1) == expected


def test_over_the_api_may_be_of_a_whole_leap_year(manager):
    year = {"from": "2028-01-01T00:00:00Z", "to": "2029-01-01T00:00:00Z"}

    assert manager.get(address(), {**OF_MAY, **year}).status_code == 200
