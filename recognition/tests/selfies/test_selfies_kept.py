"""A selfie's picture is shown to its recogniser only; pictures and selfies are forgotten."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from recognition.models import Album, Callback, NumberRequest, Selfie, SelfieImage
from recognition.providers.numbers.requests import selfie_image_url
from recognition.tasks import end_selfies_task
from recognition.tests.calls.selfies import CLIENT, call_back, local, waiting
from recognition.tests.play.sandbox_albums import album_left_unanswered
from recognition.tests.play.selfie_pictures import photo_of
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(peers: SandboxClient) -> Album:
    return album_left_unanswered(peers)


@pytest.mark.parametrize("token", ["", "forged", "of another"])
def test_a_picture_is_shown_to_the_holder_of_its_token_only(participant, anybody, album, token):
    selfie_id = waiting(participant, album).selfie_id
    if token == "of another":
        token = selfie_image_url(uuid4()).partition("token=")[2]

    answer = anybody.get(f"{CLIENT}/{selfie_id}/image", {"token": token})

    assert answer.status_code == 401


def test_a_picture_s_address_and_the_picture_end_after_a_day(participant, anybody, album):
    waiting(participant, album)
    image = selfie_image_url(Selfie.objects.get().pk)

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert anybody.get(local(image)).status_code == 401
        end_selfies_task()

    assert not SelfieImage.objects.exists()
    assert Selfie.objects.exists()


def test_a_selfie_is_forgotten_after_a_month_with_all_that_came_of_it(participant, anybody, album):
    call_back(anybody, waiting(participant, album), "anna")
    photo = photo_of(album, "anna")

    with time_machine.travel(timezone.now() + timedelta(days=31)):
        end_selfies_task()

    for model in (Selfie, NumberRequest, Callback):
        assert not model.objects.exists()
    assert album.photos.get().pk == photo
