"""An outside tagator service, over HTTP both ways: it gets tasks through the outbox…"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import wait_until
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue
from recognition.models import Photo, PhotoState
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from tagging.tests.factories import waiting_photo
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db(transaction=True)

SERVICE = "tagator-service"
CALLBACK = "/admin-api/api/v2/tasks/callback"


@pytest.fixture
def service(
    transactional_db: None, sandbox: SandboxClient, settings: Any, web: str
) -> SandboxClient:
    """The sandbox's tagator service, with a token for our callbacks."""
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    settings.PEERS = {
        name: {"url": sandbox.url(name), "token": ""} for name in (SERVICE, "photo-service")
    }
    user = User.objects.create_user("tagators")
    grant_role(user, "tagging.callback")
    token = str(issue(user, timedelta(minutes=5)))
    sandbox.behave(SERVICE, callback_url=f"{web}{CALLBACK}", callback_token=token)
    return sandbox


def give_tasks(service: SandboxClient) -> None:
    """Deliver what waits for the service, and wait until it has called back."""
    drain(f"peer:{SERVICE}")
    wait_until(lambda: service.stats(SERVICE)["callbacksPending"] == 0, "the callbacks")


def answers(service: SandboxClient) -> dict[str, int]:
    found: dict[str, int] = service.stats(SERVICE)["callbackAnswers"]
    return found


def read(photo: Photo) -> Photo:
    return Photo.objects.get(pk=photo.pk)


def test_and_its_numbers_become_the_photo_s_tags(service: SandboxClient):
    photo = waiting_photo()
    service.set_truth(photo.pk, tags=["12", "007"], provider=SERVICE)

    give_tasks(service)
    drain("peer:photo-service")

    (task,) = service.state(SERVICE)["tasks"]
    assert (task["taskId"], task["state"]) == (str(photo.tagging_task_id), "Completed")
    assert answers(service) == {"204": 1}
    assert read(photo).state == PhotoState.PROCESSED
    assert service.photo_service_state().tags(photo.pk) == ["12", "7"]


def test_and_the_cancellation_of_a_deleted_photo_s_task(service: SandboxClient):
    service.behave(SERVICE, callback={"delay": 0.5})
    photo = waiting_photo()
    drain(f"peer:{SERVICE}")

    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))
    give_tasks(service)

    (task,) = service.state(SERVICE)["tasks"]
    assert (task["state"], answers(service)) == ("Cancelled", {})
    assert read(photo).state == PhotoState.DELETED


def test_and_calls_back_also_where_its_answer_to_the_task_was_lost(service: SandboxClient):
    service.behave(SERVICE, next=["lose"])
    photo = waiting_photo()
    service.set_truth(photo.pk, tags=["12"], provider=SERVICE)

    give_tasks(service)

    assert read(photo).state == PhotoState.PROCESSED
