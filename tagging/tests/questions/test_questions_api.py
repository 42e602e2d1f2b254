"""POST client-api/…/tasks/{taskId}/questions and GET client-api/…/questions…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from tagging.models import PhotoQuestion, TaggingTask
from tagging.tests.calls.works import BASE, address, signed_in
from tagging.tests.factories import new_tagator
from tagging.tests.questions.asked import answered, asked, task_in_hand

pytestmark = pytest.mark.django_db

TEXT = "Does the blue bib count?"


@pytest.fixture
def task(db: None) -> TaggingTask:
    return task_in_hand()


@pytest.fixture
def tagger(task: TaggingTask) -> APIClient:
    assert task.work is not None
    return signed_in(task.work.tagator)


def ask(client: APIClient, task: TaggingTask, **body: Any) -> Any:
    body = {"questionId": str(uuid4()), "text": TEXT, **body}
    return client.post(address(task, "questions"), body, format="json")


def test_asks_once_however_often_it_is_sent(tagger, task):
    question_id = str(uuid4())

    answers = [ask(tagger, task, questionId=question_id) for _ in range(2)]
    other = ask(tagger, task, questionId=question_id, text="Another one?")

    assert [answer.status_code for answer in answers] == [201, 200]
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")
    question = PhotoQuestion.objects.get()
    assert answers[1].json() == {
        "questionId": question_id,
        "taskId": str(task.pk),
        "photoId": str(task.photo_id),
        "albumId": str(task.album_id),
        "albumName": str(task.album),
        "text": TEXT,
        "askedOn": question.asked_on.isoformat().replace("+00:00", "Z"),
        "answer": "",
        "answeredOn": None,
    }
    [row] = AuditEntry.objects.filter(record_type="PhotoQuestion")
    assert row.actor == task.work.tagator.email


def test_is_listed_with_its_answer_which_the_work_tells_of(tagger, task):
    work = f"{BASE}/works/{task.work_id}"
    first, second = asked(task), asked(task, "And the green one?")
    before = tagger.get(work).json()["lastAnswerOn"]

    answer = answered(first)

    found = tagger.get(f"{BASE}/questions").json()["results"]
    assert [each["questionId"] for each in found] == [str(second.pk), str(first.pk)]
    assert [each["answer"] for each in found] == ["", "No, the red ones."]
    assert before is None
    assert tagger.get(work).json()["lastAnswerOn"] == found[1]["answeredOn"]
    assert answer.version == 2


def test_of_another_tagger_is_not_listed_and_their_task_is_404(task):
    asked(task)
    other = signed_in(new_tagator())

    answer = ask(other, task)

    assert (answer.status_code, answer.json()["code"]) == (404, "work-not-found")
    assert other.get(f"{BASE}/questions").json()["results"] == []
    assert PhotoQuestion.objects.count() == 1
