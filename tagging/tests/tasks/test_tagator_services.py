"""A tagator service gets recognition's photos…"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.messaging.bus import intake
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.consumers import wait_until
from foundation.records.audit import Actor
from foundation.rest.roles import grant_role
from foundation.rest.tokens import issue
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.models import Photo, PhotoState
from recognition.photos.history import explain_photo
from recognition.tests.calls.processes import consume, event
from recognition.tests.factories import published
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import SHOT_ON, delete, history_of, manual_album, waiting_photo
from tagging.works.tagging_tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_built_in_when_a_photo_of_a_manual_album_is_published():
    album = manual_album(priority=4)
    data = published(album)

    consume("photos.photo-published", data)

    photo, task = Photo.objects.get(), TaggingTask.objects.get()
    assert (photo.state, photo.tagging_task_id) == (PhotoState.AWAITING_TAGGING, task.pk)
    assert (str(task.photo_id), task.album_id) == (data["photoId"], album.pk)
    assert str(task.photographer_id) == data["photographerId"]
    assert (task.shooting_date, task.image_url) == (SHOT_ON, data["imageUrl"])
    assert (task.priority, task.state) == (4, TaggingTaskState.OPEN)


def test_built_in_until_a_photo_is_deleted_in_the_order_of_a_changed_album_priority():
    photo = waiting_photo()
    change_album_priority(ChangeAlbumPriorityCommand(album_id=photo.album_id, priority=60))

    for _ in range(2):
        delete(photo)

    task = TaggingTask.objects.get()
    assert (task.state, task.priority) == (TaggingTaskState.CANCELLED, 60)
    last = ("Cancelled", "The photo was deleted.")
    assert history_of(task) == [("Created", ""), ("PriorityChanged", ""), last]


def test_built_in_has_every_change_of_its_tagging_tasks_with_actor_and_reason():
    photo = waiting_photo()
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=photo.pk, reason="blurred", now=timezone.now(), by=Actor("meg")
        )
    )

    shown = [entry for entry in explain_photo(photo.pk).entries if "Task" in entry.kind]

    assert [entry.kind for entry in shown] == ["TaskCreated", "TaskCancelled"]
    assert shown[1].text == "Tagging task cancelled by meg: blurred."
    assert shown[0].details["taskId"] == str(photo.tagging_task_id)


PUBLISHED = "photos.photo-published"
NEW = "https://pictures.example.org/1.jpg?sig=new"


def test_built_in_has_their_address_and_date_of_now():
    photo = waiting_photo()
    data = {**published(photo.album), "photoId": str(photo.pk), "imageUrl": NEW,
            "shootingDate": "2026-05-18T09:30:00Z"}  # fmt: skip

    intake.take_in(
        replace(event(PUBLISHED, data), time=timezone.now() + timedelta(seconds=1)), PUBLISHED
    )

    task = photo.tagging_tasks.get()
    assert (task.image_url, str(task.shooting_date)[:10]) == (NEW, "2026-05-18")


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


@pytest.mark.django_db(transaction=True)
def test_outside_sends_numbers_that_become_the_photo_s_tags(service: SandboxClient):
    photo = waiting_photo()
    service.set_truth(photo.pk, tags=["12", "007"], provider=SERVICE)

    give_tasks(service)
    drain("peer:photo-service")

    (task,) = service.state(SERVICE)["tasks"]
    assert (task["taskId"], task["state"]) == (str(photo.tagging_task_id), "Completed")
    assert answers(service) == {"204": 1}
    assert read(photo).state == PhotoState.PROCESSED
    assert service.photo_service_state().tags(photo.pk) == ["12", "7"]


@pytest.mark.django_db(transaction=True)
def test_outside_gets_the_cancellation_of_a_deleted_photo_s_task(service: SandboxClient):
    service.behave(SERVICE, callback={"delay": 0.5})
    photo = waiting_photo()
    drain(f"peer:{SERVICE}")

    delete(photo)
    give_tasks(service)

    (task,) = service.state(SERVICE)["tasks"]
    assert (task["state"], answers(service)) == ("Cancelled", {})
    assert read(photo).state == PhotoState.DELETED


@pytest.mark.django_db(transaction=True)
def test_outside_calls_back_also_where_its_answer_to_the_task_was_lost(service: SandboxClient):
    service.behave(SERVICE, next=["lose"])
    photo = waiting_photo()
    service.set_truth(photo.pk, tags=["12"], provider=SERVICE)

    give_tasks(service)

    assert read(photo).state == PhotoState.PROCESSED
