"""What a former service has of photos is compared, and its results are held…"""

import io
import json
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging import outbox
from foundation.messaging.models import OutboxMessage
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from recognition.models import Photo, PhotoNumber, PhotoPerson, PhotoState
from recognition.tests.factories import PhotoFactory
from recognition.wire.photo_service import tags_message
from tagging.models import TaggingTask
from tagging.tests.factories import waiting_photo

pytestmark = pytest.mark.django_db


def processed(numbers: str, persons: str = "") -> Photo:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)
    for value in numbers.split():
        PhotoNumber.objects.create(photo=photo, value=value, source="Provider")
    for person in persons.split():
        PhotoPerson.objects.create(photo=photo, person_id=person)
    return photo


def compared(folder: Path, *rows: object) -> list[str]:
    file, output = folder / "delivered.jsonl", io.StringIO()
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    call_command("compare_former", str(file), stdout=output)
    return output.getvalue().splitlines()


def test_says_what_only_one_has(tmp_path: Path) -> None:
    same, other, waiting = processed("12", "a"), processed("7 8"), PhotoFactory.create()

    lines = compared(
        tmp_path,
        {"photoId": str(same.pk), "numbers": ["12"], "persons": ["a"]},
        {"photoId": str(other.pk), "numbers": ["8", "9"]},
        {"photoId": str(waiting.pk), "numbers": ["1"]},
        {"photoId": str(uuid4()), "numbers": ["1"]},
    )

    assert lines[:4] == [
        "2 photos compared, 1 agree, 50.0%",
        "1 are not here, 1 are not processed yet",
        "numbers: 2 in both, 1 only there, 1 only here",
        "persons: 1 in both, 0 only there, 0 only here",
    ]
    [line] = lines[4:]
    assert line.endswith(f"/photo/{other.pk}/change/ numbers: only there 9; only here 7")


def test_a_rejected_number_is_none(tmp_path: Path) -> None:
    photo = processed("12")
    PhotoNumber.objects.create(photo=photo, value="5K", source="Provider", rejection="NotANumber")

    lines = compared(tmp_path, {"photoId": str(photo.pk), "numbers": ["12"]})

    assert lines[0] == "1 photos compared, 1 agree, 100.0%"


def test_names_a_line_that_cannot_be_read_and_a_file_of_another_encoding(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"delivered.jsonl, line 1"):
        compared(tmp_path, {"photoId": "7"})
    (tmp_path / "delivered.jsonl").write_bytes('{"numbers": ["Läufe"]}'.encode("cp1252"))
    with pytest.raises(CommandError, match="is not UTF-8"):
        call_command("compare_former", str(tmp_path / "delivered.jsonl"))


def test_a_page_shows_the_same_and_what_cannot_be_read(client: Client) -> None:
    photo = processed("7 8")
    signed_in(client, "recognition.read")
    row = json.dumps({"photoId": str(photo.pk), "numbers": ["8", "9"]})
    page = address_of_list(Photo) + "compare-former/"

    def shown(text: str) -> str:
        file = SimpleUploadedFile("delivered.jsonl", text.encode())
        return client.post(page, {"file": file}, secure=True).content.decode()

    assert "1 photos compared, 0 agree, 0.0%" in shown(row)
    assert f"/photo/{photo.pk}/change/" in shown(row)
    assert "numbers: only there 9; only here 7" in shown(row)
    assert "Line 2: " in shown(f"{row}\n[]")


def end(*options: str) -> str:
    output = io.StringIO()
    since = (timezone.now() - timedelta(days=1)).isoformat()
    call_command("end_holding", "--from", since, *options, stdout=output)
    return output.getvalue()


@pytest.fixture
def held(settings: Settings) -> Photo:
    settings.DELIVERIES = "Held"
    return waiting_photo()


def test_no_task_is_made_and_it_ends_only_when_the_setting_says_so(held: Photo) -> None:
    assert held.state == PhotoState.FAILED
    assert "while deliveries are held" in held.reason_description

    said = end()

    assert "tagging tasks: 0 dropped, 1 made" in said
    assert "Nothing was changed" in said
    with pytest.raises(CommandError, match="DELIVERIES=Sent"):
        end("--apply")
    with pytest.raises(CommandError, match="no time zone"):
        call_command("end_holding", "--from", "2026-05-17T09:30:00")
    assert not TaggingTask.objects.exists()


@pytest.mark.parametrize("state", [PhotoState.FAILED, PhotoState.NEW])  # New: of faces
def test_photos_from_the_moment_on_are_asked_about(held, settings, state):
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


def test_results_of_photos_that_the_former_service_took_are_dropped_however_late(settings):
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
