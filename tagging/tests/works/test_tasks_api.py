"""client-api/…/works/{id}/tasks/{id}/complete, skip and reopen; and every call of a task…"""

import pytest
from django.utils import timezone

from tagging.models import TaggingTaskState, TaskHistory, Work
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.calls.works import add, address, put, signed_in
from tagging.tests.factories import new_tagator
from tagging.works.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

pytestmark = pytest.mark.django_db

PUTS = ("complete", "skip", "reopen")


def all_calls(client, task):
    """Return the answers to every call of a task."""
    return [
        add(client, task, "7"),
        client.delete(address(task, "tags?value=7")),
        *(put(client, task, what) for what in PUTS),
    ]


def test_complete_is_204_and_repeatable(tagger, task):
    add(tagger, task, "7")

    answers = [tagger.put(address(task, "complete")) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [204, 204]
    assert tags_sent() == [[{"value": "7", "source": "Manual"}]]


def test_skip_is_204_and_repeatable(tagger, task):
    there = address(task, "skip")

    answers = [tagger.put(there, {"reason": "Dark."}, format="json"), tagger.put(there)]

    task.refresh_from_db()
    assert [answer.status_code for answer in answers] == [204, 204]
    assert task.state == TaggingTaskState.OPEN
    assert TaskHistory.objects.filter(change="Skipped").get().reason == "Dark."


def test_reopen_is_204_and_repeatable(tagger, task):
    put(tagger, task, "complete")
    there = address(task, "reopen")

    answers = [tagger.put(there), tagger.put(there), add(tagger, task, "7")]

    assert [answer.status_code for answer in answers] == [204, 204, 200]


def test_every_call_of_a_task_that_went_back_to_the_pool_is_409(tagger, task):
    Work.objects.update(expires_on=timezone.now())
    signed_in(new_tagator()).post("/client-api/api/v2/works")

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"work-expired"}


def test_every_call_of_a_cancelled_task_is_409(tagger, task):
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(photo_id=task.photo_id, reason="Wrong.", now=timezone.now())
    )

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"task-cancelled"}
    assert not tags_sent()
