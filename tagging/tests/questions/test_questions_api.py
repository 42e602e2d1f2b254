"""POST client-api/…/tasks/{taskId}/questions and GET client-api/…/questions…"""

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from config.tests.walking import Shown
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from tagging.models import PhotoQuestion, TaggingTask
from tagging.tests.admin.pages import beside, read
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


def test_list_the_open_ones_and_the_answered_ones_by_album_and_tagger(lead: Client):
    first, second = asked(text="The first?"), asked(text="The second?")
    answered(second)
    of_first = {"album": first.task.album_id, "tagger": first.tagator_id}

    assert "The first?" in read(lead, address_of_list(PhotoQuestion))
    assert "The second?" not in read(lead, address_of_list(PhotoQuestion))
    assert "The second?" in read(lead, address_of_list(PhotoQuestion, state="answered"))
    assert "The first?" in read(lead, address_of_list(PhotoQuestion, **of_first))
    of_first["album"] = second.task.album_id
    assert "The first?" not in read(lead, address_of_list(PhotoQuestion, **of_first))


def test_answer_and_show_the_next_one(lead: Client):
    first, second = asked(), asked()
    page = read(lead, address_of_page(PhotoQuestion, first.pk))
    assert "Does the blue bib count?" in page

    answer = lead.post(
        beside(first, "answer/"), {"answer": " Yes. ", "version": 1}, secure=True, follow=True
    )

    first.refresh_from_db()
    assert (first.answer, first.answered_by) == ("Yes.", "tagging.manage")
    assert answer.redirect_chain[-1][0] == address_of_page(PhotoQuestion, second.pk)
    [row] = AuditEntry.objects.all()
    assert (row.action, row.changes) == ("Answered a question", {"answer": ["", "Yes."]})


def test_refuse_an_answer_to_what_has_changed_and_keep_it(lead: Client):
    question = answered(asked())

    stale, empty, long = (
        lead.post(beside(question, "answer/"), {"answer": text, "version": 1}, secure=True)
        for text in ("Mine.", "", "x" * 1001)
    )

    page = stale.content.decode()
    assert "answered meanwhile: “No, the red ones.”. Send yours again to replace it." in page
    assert "Mine." in page
    assert "This field is required." in empty.content.decode()
    assert long.status_code == 200
    assert PhotoQuestion.objects.get().answer == "No, the red ones."
    assert lead.get(beside(question, "answer/"), secure=True).status_code == 405
    [again] = [form for form in Shown("/", page).forms if "answer" in form.fields]
    lead.post(beside(question, "answer/"), again.pressed({}), secure=True)
    assert PhotoQuestion.objects.get().answer == "Mine."


@pytest.mark.usefixtures("frame")
def test_count_on_the_board_and_on_the_home_page(lead: Client):
    question = asked()

    assert "Questions to answer: 1" in read(lead, reverse("admin:tagging_board"))
    assert address_of_page(PhotoQuestion, question.pk) in read(lead, reverse("admin:tagging_board"))
    caches["figures"].clear()
    assert "Questions to answer" in read(lead, reverse("admin:index"))
