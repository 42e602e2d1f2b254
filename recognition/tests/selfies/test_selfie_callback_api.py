"""Where the number provider answers about selfies: what is stored, and what is refused."""

from typing import Any
from uuid import uuid4

import pytest

from recognition.models import Album, Callback, CallbackState, Selfie, SelfieState
from recognition.providers.numbers.requests import SELFIE_PATH, callback_url
from recognition.tests.calls.selfies import call_back, local, waiting
from recognition.tests.factories import NumberRequestFactory
from recognition.tests.play.sandbox_albums import album_left_unanswered
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_left_unanswered(peers)


def test_a_repeated_callback_is_stored_once(participant, anybody, album):
    request = waiting(participant, album)

    answers = [call_back(anybody, request, "anna").status_code for _ in range(2)]

    assert answers == [202, 202]
    assert Callback.objects.get().state == CallbackState.APPLIED


def test_another_answer_after_the_first_is_ignored(participant, anybody, album):
    request = waiting(participant, album)
    call_back(anybody, request, "anna")

    assert call_back(anybody, request, "bob").status_code == 202

    assert Selfie.objects.get().persons.get().person_id == "anna"
    assert sorted(Callback.objects.values_list("state", flat=True)) == ["Applied", "Ignored"]


def test_a_callback_about_another_selfie_is_404_and_kept_as_rejected(participant, anybody, album):
    request = waiting(participant, album)

    answer = call_back(anybody, request, "anna", name=str(uuid4()))

    assert (answer.status_code, answer.json()["code"]) == (404, "selfie-not-found")
    assert Callback.objects.get().state == CallbackState.REJECTED
    assert Selfie.objects.get().state == SelfieState.AWAITING_CALLBACK


def test_a_callback_for_a_forgotten_selfie_is_404(participant, anybody, album):
    request = waiting(participant, album)
    Selfie.objects.all().delete()

    assert call_back(anybody, request, "anna").status_code == 404
    assert not Callback.objects.exists()


def test_a_photo_s_request_is_not_answered_here_nor_a_selfie_s_there(participant, anybody, album):
    selfies = waiting(participant, album)
    photos = NumberRequestFactory.create()
    payload: dict[str, list[Any]] = {"persons": [], "tags": []}

    answers = [
        anybody.post(local(callback_url(photos.pk, SELFIE_PATH)), payload, format="json"),
        anybody.post(local(callback_url(selfies.pk)), payload, format="json"),
    ]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert not Callback.objects.exists()


@pytest.mark.parametrize("payload", [{}, {"persons": []}, {"persons": [{}], "tags": []}])
def test_a_payload_of_another_shape_is_422_and_not_stored(participant, anybody, album, payload):
    url = local(callback_url(waiting(participant, album).pk, SELFIE_PATH))

    assert anybody.post(url, payload, format="json").status_code == 422
    assert not Callback.objects.exists()


def test_a_person_whom_no_column_could_hold_does_not_cost_the_others(participant, anybody, album):
    request = waiting(participant, album)

    assert call_back(anybody, request, "a\0b", "anna", "x" * 201).status_code == 202

    assert Selfie.objects.get().persons.get().person_id == "anna"
