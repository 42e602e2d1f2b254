"""client-api/…/works/{id}/tasks/{id}/complete, skip and reopen; and every call of a task…"""

from uuid import uuid4

import pytest
from django.utils import timezone

from tagging.models import TaggingTaskState, TaskHistory, Work
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.calls.works import add, address, changed_nothing, put, signed_in
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks
from tagging.works.tagging_tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

pytestmark = pytest.mark.django_db

PUTS = ("complete", "skip", "reopen")
READS = ("suggestions", "series", "startList?digits=7", "picture")


def all_calls(client, task):
    """Return the answers to every call of a task."""
    return [
        add(client, task, "7"),
        client.delete(address(task, "tags?value=7")),
        *(put(client, task, what) for what in PUTS),
        *(client.get(address(task, what)) for what in READS),
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


@pytest.mark.parametrize("reason", [None, ["x"], "x" * 501])
def test_skip_with_a_reason_that_is_none_is_422(tagger, task, reason):
    assert put(tagger, task, "skip", reason=reason).status_code == 422
    assert changed_nothing(task)


def test_reopen_is_204_and_repeatable(tagger, task):
    put(tagger, task, "complete")
    there = address(task, "reopen")

    answers = [tagger.put(there), tagger.put(there), add(tagger, task, "7")]

    assert [answer.status_code for answer in answers] == [204, 204, 200]


def test_every_call_of_another_tagator_s_task_is_404(task):
    answers = all_calls(signed_in(new_tagator()), task)

    assert {answer.status_code for answer in answers} == {404}
    assert changed_nothing(task)


def test_every_call_of_a_task_in_another_work_is_404(tagger, tagator, task):
    Work.objects.update(state="Completed")
    waiting_tasks(1)
    other = taken_work(tagator)

    answer = tagger.put(address(task, "complete", work=other))

    assert (answer.status_code, answer.json()["code"]) == (404, "task-not-found")


def test_every_call_of_an_unknown_work_is_404(tagger, task):
    task.work_id = uuid4()

    assert {answer.json()["code"] for answer in all_calls(tagger, task)} == {"work-not-found"}


@pytest.mark.parametrize("is_taken_by_another", [False, True])
def test_every_call_of_an_expired_work_is_409(tagger, task, is_taken_by_another):
    Work.objects.update(expires_on=timezone.now())
    if is_taken_by_another:
        signed_in(new_tagator()).post("/client-api/api/v2/works")

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"work-expired"}
    assert changed_nothing(task) or is_taken_by_another


def test_every_call_of_a_cancelled_task_is_409(tagger, task):
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(photo_id=task.photo_id, reason="Wrong.", now=timezone.now())
    )

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"task-cancelled"}
    assert not tags_sent()
