"""`compare_former` says what a former service and this one have of photos."""

import io
import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from recognition.models import Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import PhotoFactory

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


def test_names_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"delivered.jsonl, line 1"):
        compared(tmp_path, {"photoId": "7"})


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


def test_names_a_file_of_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "delivered.jsonl").write_bytes('{"numbers": ["Läufe"]}'.encode("cp1252"))

    with pytest.raises(CommandError, match="is not UTF-8"):
        call_command("compare_former", str(tmp_path / "delivered.jsonl"))
