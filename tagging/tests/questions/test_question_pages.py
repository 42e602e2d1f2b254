"""Staff's pages for questions of taggers…"""

import pytest
from django.test import Client
from django.urls import reverse

from config.tests.walking import Shown
from foundation.records.models import AuditEntry
from foundation.staff.links import address_of_list, address_of_page
from tagging.models import PhotoQuestion
from tagging.tests.admin.pages import beside, read
from tagging.tests.questions.asked import answered, asked

pytestmark = pytest.mark.django_db


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


def test_count_on_the_board_and_on_the_home_page(lead: Client):
    question = asked()

    assert "Questions to answer: 1" in read(lead, reverse("admin:tagging_board"))
    assert address_of_page(PhotoQuestion, question.pk) in read(lead, reverse("admin:tagging_board"))
    assert "Questions to answer" in read(lead, reverse("admin:index"))
