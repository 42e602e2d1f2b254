"""While deliveries are held no tagging task is made; at the end photos from a moment on get one."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from recognition.models import Photo, PhotoState
from recognition.tests.factories import PhotoFactory
from recognition.wire.photo_service import tags_message
from tagging.models import TaggingTask
from tagging.tests.factories import waiting_photo

pytestmark = pytest.mark.django_db


def end(*options: str) -> str:
    output = io.StringIO()
    since = (timezone.now() - timedelta(days=1)).isoformat()
    call_command("end_holding", "--from", since, *options, stdout=output)
    return output.getvalue()


@pytest.fixture
def held(settings: Settings) -> Photo:
    settings.DELIVERIES = "Held"
    return waiting_photo()


def test_no_task_is_made(held: Photo) -> None:
    assert held.state == PhotoState.FAILED
    assert "while deliveries are held" in held.reason_description
    assert not TaggingTask.objects.exists()


def test_a_preview_changes_nothing(held: Photo) -> None:
    said = end()

    assert "tagging tasks: 0 dropped, 1 made" in said
    assert "Nothing was changed" in said


def test_ends_only_when_the_setting_says_so(held: Photo) -> None:
    with pytest.raises(CommandError, match="DELIVERIES=Sent"):
        end("--apply")


@pytest.mark.parametrize("state", [PhotoState.FAILED, PhotoState.NEW])  # New: of faces
def test_photos_from_the_moment_on_are_asked_about(
    held: Photo, settings: Settings, state: PhotoState
) -> None:
    settings.DELIVERIES = "Sent"
    Photo.objects.filter(pk=held.pk).update(state=state)
    early = waiting_photo()
    Photo.objects.filter(pk=early.pk).update(
        state=PhotoState.FAILED,
        number_failure=held.number_failure,
        told_on=None,
        created_on=timezone.now() - timedelta(days=2),
    )

    said = end("--apply")

    held.refresh_from_db()
    assert "tagging tasks: 1 dropped, 1 made" in said
    assert held.numbers_next_attempt_on is not None


def test_results_of_photos_that_the_former_service_took_are_dropped_however_late(
    settings: Settings,
) -> None:
    settings.DELIVERIES = "Held"
    early, late = PhotoFactory.create(), PhotoFactory.create()
    Photo.objects.filter(pk=early.pk).update(told_on=timezone.now() - timedelta(days=2))
    with transaction.atomic():
        outbox.post(*(tags_message(photo, []) for photo in (early, late)))
    settings.DELIVERIES = "Sent"

    said = end("--apply")

    assert "peer:photo-service: 1 dropped, 1 delivered" in said
    assert "1 photos of before are being recognised" in said
    [dropped] = OutboxMessage.objects.exclude(withdrawn_on=None)
    assert dropped.key == f"{early.pk}/tags"


def test_refuses_a_moment_without_zone(held: Photo) -> None:
    with pytest.raises(CommandError, match="no time zone"):
        call_command("end_holding", "--from", "2026-05-17T09:30:00")
