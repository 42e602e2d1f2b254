"""client-api/…/works/{id}/tasks/{id}/complete, skip and reopen; and every call of a task…"""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from recognition.tests.statements import Statements, counted
from tagging.models import TaggingTaskState, TaskHistory, Work
from tagging.tests.calls.works import BASE, add, address, changed_nothing, put, signed_in, tags_sent
from tagging.tests.factories import new_tagator, taken_work, tasks_of, waiting_tasks
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


def test_complete_and_then_reopen_are_204_and_repeatable(tagger, task):
    add(tagger, task, "7")

    answers = [put(tagger, task, what) for what in ("complete", "complete", "reopen", "reopen")]

    assert [answer.status_code for answer in answers] == [204] * 4
    assert tags_sent() == [[{"value": "7", "source": "Manual"}]]
    assert add(tagger, task, "7").status_code == 200


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


def test_every_call_of_another_tagator_s_task_or_of_an_unknown_work_is_404(tagger, task):
    of_another = all_calls(signed_in(new_tagator()), task)

    assert {answer.status_code for answer in of_another} == {404}
    assert changed_nothing(task)
    task.work_id = uuid4()
    assert {answer.json()["code"] for answer in all_calls(tagger, task)} == {"work-not-found"}


def test_every_call_of_a_task_in_another_work_is_404(tagger, tagator, task):
    Work.objects.update(state="Completed")
    waiting_tasks(1)
    other = taken_work(tagator)

    answer = tagger.put(address(task, "complete", work=other))

    assert (answer.status_code, answer.json()["code"]) == (404, "task-not-found")


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


Listed = Sequence[tuple[str, str]]  # how a statement begins, and why it is needed
SIGNED_IN = ("SELECT auth_user.id", "who calls, with their rights and as a tagger")
TAKEN: Listed = (
    SIGNED_IN,
    ("SELECT tagging_tagator.id", "which tagger that is"),
    ("SELECT tagging_work.id", "works that are overdue: their tasks can be taken at once"),
    ("SELECT tagging_tagator.created_on", "locked: one work at a time, and not while blocked"),
    ("SELECT tagging_work.id", "a work that is active is returned"),
    ("SELECT tagging_tagatorsettings.created_on", "how many tasks, of which albums"),
    ("SELECT tagging_albumquality.", "whether any album is a trial"),
    ("SELECT %s AS a FROM tagging_albumquality", "whether any album checks by known answers"),
    ("SELECT tagging_taggingtask.id", "the most urgent tasks, locked"),
    ("INSERT INTO tagging_work", "the work"),
    ("UPDATE tagging_taggingtask", "all its tasks"),
    ("INSERT INTO tagging_taskhistory", "the history of all"),
    ("SELECT tagging_work.id", "the answer: the work and how far it is"),
)
TAGGED: Listed = (
    SIGNED_IN,
    ("SELECT task.id", "the task and its album's rules: a start list is asked for unlocked"),
    ("SELECT task.id", "the task, locked"),
    ("SELECT work.id", "its work, locked; its tags, and its album: an erasure may have come first"),
    ("INSERT INTO tagging_tasktag", "all that are new"),
)
COMPLETED: Listed = (
    SIGNED_IN,
    ("SELECT photo.created_on", "the photo, locked before its task, as everywhere"),
    ("SELECT album.created_on", "its strategy; whether it is read twice, or has numbers already"),
    ("SELECT task.id", "the task, locked"),
    ("SELECT work.id", "its work, locked; what was read, the rate of now, the longest pause"),
    ("INSERT INTO recognition_photonumber", "the numbers"),
    ("UPDATE recognition_photo", "where the photo stands"),
    ("INSERT INTO messaging_outboxmessage", "what is sent, in the same transaction"),
    ("WITH stored AS", "the task's state, what counts for pay, and that its work goes on or ends"),
)


def test_a_task_needs_these_to_be_taken_tagged_and_completed() -> None:
    waiting_tasks(3)
    tagger = signed_in(new_tagator())

    with counted() as taking:
        tagger.post(f"{BASE}/works", {}, format="json")
    task = tasks_of(Work.objects.get())[0]
    with counted() as tagging:
        add(tagger, task, "7", "12")
    with counted() as completing:
        put(tagger, task, "complete")

    task.refresh_from_db()
    assert task.state == "Completed"
    for statements, listed in ((taking, TAKEN), (tagging, TAGGED), (completing, COMPLETED)):
        compare(statements, listed)


def compare(statements: Statements, listed: Listed) -> None:
    """Compare what was sent, without the test's own savepoints, with a list; print the list."""
    print(*(f"{n:2} {begin:42} {why}" for n, (begin, why) in enumerate(listed, 1)), sep="\n")
    found = [" ".join(text.replace('"', "").split()) for text in statements.sent]
    found = [text for text in found if "SAVEPOINT" not in text]
    pairs: Any = zip(found, listed, strict=False)
    unlike = [text for text, (begin, _) in pairs if not text.startswith(begin)]
    assert (unlike, len(found)) == ([], len(listed)), str(statements)
