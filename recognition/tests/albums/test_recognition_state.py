"""Switching recognition on and off, for an album and for a tenant."""

import pytest
from django.utils import timezone

from recognition.commands.albums.tenants import (
    ChangeTenantRecognitionStateCommand,
    change_tenant_recognition_state,
)
from recognition.models import NumberRequest, Strategy
from recognition.tests.album_changes import OFF, ON, known, late_answer, publish, switch, waiting
from recognition.tests.calls.processes import deliver, process_photos_in
from recognition.tests.factories import PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.mark.parametrize("strategy", list(Strategy))
def test_switching_on_makes_photos_due(wires: SandboxClient, strategy: Strategy) -> None:
    wires.behave("number-provider", callback={"lostRate": 1})
    photo = publish(strategy, state=OFF)
    assert photo.state == "New"

    switch(photo.album, ON)
    process_photos_in(seconds=1)

    expected = {Strategy.DISABLED: "Processed", Strategy.MANUAL: "AwaitingTagging"}
    assert known(photo)[0] == expected.get(strategy, "AwaitingCallback")


def test_switching_a_tenant_on_makes_the_photos_of_its_albums_due(wires: SandboxClient) -> None:
    wires.behave("number-provider", callback={"lostRate": 1})
    photo = publish(Strategy.NUMBER)
    tenant = photo.album.tenant
    assert tenant is not None
    for state in (OFF, ON):
        change_tenant_recognition_state(
            ChangeTenantRecognitionStateCommand(
                tenant_id=tenant.pk, state=state, now=timezone.now()
            )
        )
        deliver()
    late = PhotoFactory.create(album=photo.album, numbers_next_attempt_on=timezone.now())

    process_photos_in(seconds=1)

    assert known(late)[0] == "AwaitingCallback"


def test_an_answer_that_comes_while_it_is_off_is_used(wires: SandboxClient) -> None:
    photo = waiting(wires, Strategy.NUMBER)

    switch(photo.album, OFF)
    late_answer(photo)

    assert known(photo) == ("Processed", "N", "101")


def test_a_callback_that_goes_overdue_while_it_is_off_is_asked_for_again_later(wires):
    photo = waiting(wires, Strategy.NUMBER)

    switch(photo.album, OFF)
    process_photos_in(minutes=31)
    assert known(photo)[0] == "New"
    assert photo.reason_description == "Recognition is off for the album."
    assert process_photos_in(days=1) == 0

    wires.behave("number-provider", callback={"lostRate": 1})
    switch(photo.album, ON)
    assert process_photos_in(seconds=1) == 1
    assert known(photo)[0] == "AwaitingCallback"
    assert NumberRequest.objects.count() == 2


def test_a_photo_in_back_off_rests_while_it_is_off(wires: SandboxClient) -> None:
    wires.behave("number-provider", failure_rate=1)
    photo = publish(Strategy.NUMBER)

    switch(photo.album, OFF)

    assert process_photos_in(days=1) == 0
    assert known(photo)[0] == "New"
    assert photo.reason_description == "Recognition is off for the album."
