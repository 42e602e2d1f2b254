"""What we send to others is what their contracts say, and what they may call back is taken."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from config.tests.contracts.documents import (
    SERVICES,
    called_by,
    contract_of,
    faults_of,
    operations_of,
)
from config.tests.contracts.test_contracts import example
from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.rest.tests.conftest import Caller, caller
from recognition.models import NumberFormat, Photo, PhotoNumber, PhotoPerson, PhotoState, Strategy
from recognition.numbers.start_lists import start_numbers_of
from recognition.providers.numbers import number_adapter
from recognition.tests.conftest import peers
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
    PhotoFactory,
    TenantFactory,
)
from recognition.wire.number_provider import request_recognition
from recognition.wire.photo_service import persons_message, tags_message
from recognition.wire.signed_addresses import callback_url, selfie_image_url
from recognition.wire.tagator_service import HttpTagatorService
from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["caller", "peers", "sandbox", "sandbox_server"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def photo(peers: SandboxClient, settings: Any) -> Photo:
    """A photo of an album with letters, whose tenant has a competitor service."""
    settings.NUMBER_PROVIDER_TOKEN = "t0ken"
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"))
    album = AlbumFactory.create(
        tenant=TenantFactory.create(competitor_instance=instance),
        number_format=NumberFormat.LETTERS_AND_DIGITS,
    )
    peers.set_start_list(album.pk, ["1", "T21"])
    return PhotoFactory.create(album=album, custom_tags=["Finish"])


def ask_number_provider(photo: Photo) -> None:
    for asked in (photo, PhotoFactory.create()):
        request = NumberRequestFactory.create(photo=asked)
        request_recognition(request, selfie_image_url(uuid4()))
    number_adapter().forget("person 17")


def send_results(photo: Photo) -> None:
    box = {"left": 0.4, "top": 0.1, "width": 0.1, "height": 0.15}
    persons = [
        PhotoPerson(person_id="anna", confidence=0.9, box=box),
        PhotoPerson(person_id="bo", confidence=None, box=None),
    ]
    numbers = [
        PhotoNumber(value="1", source="Provider", confidence=0.9),
        PhotoNumber(value="T21", source="Inferred", confidence=0.9),
        PhotoNumber(value="3", source="Manual"),
    ]
    photo.persons_version = photo.tags_version = 1
    for message in (
        persons_message(photo, persons),
        persons_message(photo, []),
        tags_message(photo, numbers),
        tags_message(photo, []),
    ):
        outbox.post(message)


def ask_start_list(photo: Photo) -> None:
    now = timezone.now()
    start_numbers_of(photo.album, now)
    with time_machine.travel(later := now + timedelta(minutes=11)):
        start_numbers_of(photo.album, later)


def order_tasks(photo: Photo) -> None:
    service = HttpTagatorService()
    for each in (photo, PhotoFactory.create(photographer_id=uuid4(), shooting_date=timezone.now())):
        service.create_task(uuid4(), each)
    service.cancel_tasks(photo.pk, "The photo was deleted.")


CALLS: list[Callable[[Photo], None]] = [
    ask_number_provider,
    send_results,
    ask_start_list,
    order_tasks,
]


def test_are_as_the_contracts_say_and_all_calls_of_the_contracts_are_made(
    photo: Photo, peers: SandboxClient
) -> None:
    for call in CALLS:
        call(photo)
    for lane in OutboxMessage.objects.order_by().values_list("lane", flat=True).distinct():
        drain(lane)

    log = peers.log(limit=200)
    assert faults_of(log) == []
    assert {each["status"] for each in log} <= {200, 201, 202, 204, 304}
    assert {called_by(each) for each in log} == {
        (service, *operation) for service in SERVICES for operation in operations_of(service)
    }


def test_a_field_that_a_contract_does_not_have_would_be_found(
    photo: Photo, peers: SandboxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemas = contract_of("number-provider")["components"]["schemas"]
    send_results(photo)
    request_recognition(NumberRequestFactory.create(photo=photo), "http://images.invalid/1.jpg")
    (entry,) = peers.log(service="number-provider")
    spoiled = {**entry, "body": {**entry["body"], "priority": 3}}

    found = faults_of([entry, spoiled, {**entry, "path": "/number-provider/recognition"}])

    assert "priority" not in schemas["Recognition"]["properties"]
    assert len(found) == 2
    assert "priority" in found[0]
    assert found[1].endswith("there is no such call")


@pytest.mark.parametrize("title", ["read", "nothing", "failed"])
def test_a_callback_of_the_number_provider_is_taken(photo: Photo, client: Any, title: str) -> None:
    request = NumberRequestFactory.create(photo=photo)
    body = example("number-provider", "recognised", title)

    answer = client.post(
        callback_url(request.pk),
        {**body, "name": f"{photo.pk};{photo.album_id}", "note": "dark", "newField": [1]},
        content_type="application/json",
    )

    assert answer.status_code == 202


@pytest.mark.parametrize("title", ["read", "nothing", "rejected"])
def test_a_callback_of_the_tagator_service_is_taken(caller: Caller, title: str) -> None:
    photo = PhotoFactory.create(
        album=AlbumFactory.create(strategy=Strategy.MANUAL),
        state=PhotoState.AWAITING_TAGGING,
        tagging_task_id=uuid4(),
    )
    body = {
        **example("tagator-service", "taskDone", title),
        "taskId": str(photo.tagging_task_id),
        "photoId": str(photo.pk),
    }

    answer = caller("tagging.callback").post(
        "/admin-api/api/v2/tasks/callback", body, content_type="application/json"
    )

    assert answer.status_code == 204
    if title == "read":
        assert sorted(photo.numbers.values_list("value", flat=True)) == ["101", "204"]
