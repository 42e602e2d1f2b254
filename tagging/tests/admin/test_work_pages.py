"""On staff's pages of works…"""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from tagging.models import TaggingTask, TaggingTaskState, Work, WorkState
from tagging.records.history import list_tasks_taken
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.admin.pages import act, beside, page_of, post, read, rows_at, said
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.works.commands import CompleteTaskCommand, complete_task
from tagging.works.skipping import SkipTaskCommand, skip_task

pytestmark = pytest.mark.django_db


def begun(tasks: int = 3, minutes: int = 10) -> Work:
    """Return the work of a new tagger, begun so long ago."""
    waiting_tasks(tasks)
    tagator = new_tagator(name="Kim", rate_per_task=Decimal("0.15"))
    return taken_work(tagator, now=timezone.now() - timedelta(minutes=minutes, seconds=30))


def of(work: Work, task: TaggingTask, **fields: Any) -> dict[str, Any]:
    """Return what a command on a task of the work names."""
    given = {"tagator_id": work.tagator_id, "work_id": work.pk, "task_id": task.pk}
    return {**given, "now": timezone.now(), **fields}


def listed(client: Client, **query: Any) -> list[Work]:
    return rows_at(client, address_of_list(Work, **query))


def test_active_works_are_listed_first_of_all_and_found_by_each_id(manager: Client):
    work, over = begun(), begun()
    Work.objects.filter(pk=over.pk).update(state=WorkState.COMPLETED)

    assert listed(manager) == [work]
    assert listed(manager, state="Completed") == [over]
    assert set(listed(manager, state="all")) == {work, over}
    for key in (work.pk, work.tagator_id, tasks_of(work)[1].pk):
        assert listed(manager, q=key, state="all") == [work]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Kim", "“Kim” is found, but not among what the list is narrowed to"),
        ("Nobody", "No work has the id “Nobody”"),
    ],
)
def test_a_search_in_vain_says_whether_the_filters_leave_it_out(manager, text, said):
    over = begun()
    Work.objects.update(state=WorkState.COMPLETED)

    answers = [
        manager.get(address_of_list(Work, q=key), secure=True).content.decode()
        for key in (text, over.pk)
    ]

    assert said in answers[0]
    assert f"“{over.pk}” is found, but not among" in answers[1]


def test_a_work_is_listed_with_its_progress_and_the_time_left(manager: Client):
    work = begun()
    complete_task(CompleteTaskCommand(**of(work, tasks_of(work)[0])))

    page = read(manager, address_of_list(Work))

    for shown in ("Kim", "10 min ago", "49 min left", "1 of 3, 2 in hand"):
        assert shown in page, shown
    assert re.search(r"\d+ s ago", page)  # the completion


def test_a_work_whose_time_is_over_is_shown_as_expired(manager: Client):
    begun(minutes=70)

    page = read(manager, address_of_list(Work))

    assert "none left" in page
    assert "Expired" in page


def test_a_work_shows_what_became_of_each_task(manager: Client):
    work = begun(tasks=4)
    done, skipped, kept, _ = tasks_of(work)
    add_tags(AddTagsCommand(**of(work, done), tags=["101", "7"]))
    complete_task(CompleteTaskCommand(**of(work, done)))
    skip_task(SkipTaskCommand(**of(work, skipped)))
    TaggingTask.objects.filter(pk=kept.pk).update(state=TaggingTaskState.CANCELLED)

    page = page_of(manager, work)

    for shown in ("Completed", "Skipped", "Cancelled", "Assigned", "101, 7", "300 s", "0.15"):
        assert shown in page, shown
    states = {each.state for each in list_tasks_taken(work)}
    assert states == {"Completed", "Skipped", "Cancelled", "Assigned"}
    assert address_of_page(TaggingTask, skipped.pk) in page


def test_an_expired_work_shows_the_tasks_that_it_returned(manager: Client):
    work = begun(tasks=2)
    act(manager, "expire", work, confirmed="yes")

    work.refresh_from_db()

    assert [each.state for each in list_tasks_taken(work)] == ["Returned", "Returned"]
    assert page_of(manager, work).count("Returned") == 2
    assert "Expire now" not in page_of(manager, work)


def test_the_page_takes_as_many_statements_for_many_tasks_as_for_one(manager: Client):
    def statements(work: Work) -> int:
        with CaptureQueriesContext(connection) as made:
            page_of(manager, work)
        return len(made)

    one, many = begun(tasks=1), begun(tasks=6)
    statements(one)  # what is read once a process

    assert statements(many) == statements(one) <= 12


def test_chosen_works_expire_now_in_the_name_of_the_user(manager: Client):
    works = [begun(), begun()]
    task = tasks_of(works[0])[0]

    page = act(manager, "expire", *works).content.decode()
    assert "Expire now" in page
    assert {each.state for each in Work.objects.all()} == {WorkState.ACTIVE}
    answer = act(manager, "expire", *works, confirmed="yes")

    assert said(answer) == ["Expired: 2."]
    audited = AuditEntry.objects.values_list("record_id", "actor", "action")
    assert set(audited) == {(str(work.pk), "meg", "Expired") for work in works}
    assert {each.state for each in Work.objects.all()} == {WorkState.EXPIRED}
    assert {each.state for each in TaggingTask.objects.all()} == {TaggingTaskState.OPEN}
    change = task.history.latest("pk")
    assert (change.change, change.actor, change.reason) == ("Expired", "meg", "Expired by staff.")


def test_a_work_expires_from_its_page_after_a_question(manager: Client):
    work = begun()

    page = read(manager, beside(work, "expire/"))
    assert Work.objects.get().state == WorkState.ACTIVE
    answer = post(manager, beside(work, "expire/"), expire="yes")

    assert "Kim loses the 3 tasks" in page
    assert answer.redirect_chain[-1][0] == address_of_page(Work, work.pk)
    assert Work.objects.get().state == WorkState.EXPIRED


def test_a_work_that_is_over_is_not_expired_again(manager: Client):
    work = begun(tasks=1)
    complete_task(CompleteTaskCommand(**of(work, tasks_of(work)[0])))

    answer = post(manager, beside(work, "expire/"), expire="yes")

    assert said(answer) == ["Nothing was changed.", "No longer active: 1."]
    assert Work.objects.get().state == WorkState.COMPLETED
