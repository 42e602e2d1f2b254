"""The demo shows what was recognised and delivered, and says why it cannot go on."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import requests
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command

from recognition.models import Album, NumberSource, Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import PhotoFactory
from tools.local.demos.photos.folder import DemoAlbum, DemoPhoto
from tools.local.demos.photos.report import (
    PhotoRow,
    accuracy_of,
    count_resting,
    how_to_tag,
    rows_of,
    table_of,
)
from tools.sandbox.client import SandboxClient


def row(accepted: str, truth: str | None) -> PhotoRow:
    return PhotoRow(
        file="a.jpg",
        state="Processed",
        reason="",
        persons=0,
        read=frozenset(accepted.split()),
        accepted=frozenset(accepted.split()),
        truth=None if truth is None else frozenset(truth.split()),
        delivered=True,
    )


@pytest.mark.parametrize(
    ("rows", "precision", "recall"),
    [
        ([row("1 2", "1 2")], 1.0, 1.0),
        ([row("1 9", "1 2 3 4")], 0.5, 0.25),
        ([row("1", "1"), row("", "2")], 1.0, 0.5),
        ([row("", "")], 1.0, 1.0),
        ([row("", "5")], 1.0, 0.0),
        ([row("5", "")], 0.0, 1.0),
        ([row("1", "1"), row("99", None)], 1.0, 1.0),
    ],
)
def test_accuracy_counts_the_numbers_of_all_photos(rows, precision, recall):
    found = accuracy_of(rows)

    assert found is not None
    assert (found.precision, found.recall) == (precision, recall)


def test_without_a_truth_there_is_no_accuracy():
    assert accuracy_of([]) is None
    assert accuracy_of([row("1", None)]) is None


@pytest.fixture
def photo_service(sandbox: SandboxClient, settings: Any) -> SandboxClient:
    settings.PHOTO_SERVICE_URL = sandbox.url("photo-service")
    return sandbox


@pytest.fixture
def photo(db: None) -> Photo:
    """Return a photo with a person, the accepted number 12 and the rejected 99."""
    photo = PhotoFactory.create(state="Processed", number_recognized=True, face_recognized=True)
    PhotoPerson.objects.create(photo=photo, person_id="anna")
    for value, rejection in (("12", ""), ("99", "NotInStartList")):
        PhotoNumber.objects.create(
            photo=photo, value=value, rejection=rejection, source=NumberSource.PROVIDER
        )
    return photo


def album_with(*photos: Photo) -> DemoAlbum:
    found = (
        DemoPhoto(photo_id=one.pk, file=Path(f"{n}.jpg"), numbers=frozenset({"12"}))
        for n, one in enumerate(photos)
    )
    return DemoAlbum(album_id=photos[0].album_id, name="Race", photos=tuple(found), start_list=None)


def deliver(photo: Photo, *, tags: tuple[str, ...] = (), persons: tuple[str, ...] = ()) -> None:
    bodies: dict[str, list[dict[str, Any]]] = {
        "tags": [{"value": value, "source": "Provider"} for value in tags],
        "persons": [{"personId": value, "confidence": 0.9, "box": None} for value in persons],
    }
    for kind, items in bodies.items():
        requests.put(
            f"{django_settings.PHOTO_SERVICE_URL}/api/v1/photos/{photo.pk}/{kind}",
            json={"version": 1, kind: items},
            timeout=10,
        ).raise_for_status()


def only_row(photo: Photo) -> PhotoRow:
    (found,) = rows_of(album_with(photo))
    return found


def test_a_row_shows_what_was_read_and_what_was_accepted(photo, photo_service):
    found = only_row(photo)

    assert (found.file, found.state, found.persons) == ("0.jpg", "Processed", 1)
    assert found.read == {"12", "99"}
    assert found.accepted == found.truth == frozenset({"12"})


def test_a_photo_that_the_photo_service_does_not_know_is_not_delivered(photo, photo_service):
    assert only_row(photo).delivered is False


def test_an_empty_result_is_not_delivered_before_it_is(photo: Photo, photo_service: SandboxClient):
    photo.numbers.all().delete()
    photo.persons.all().delete()

    before = only_row(photo).delivered
    deliver(photo)

    assert (before, only_row(photo).delivered) == (False, True)


def test_a_photo_of_which_nothing_is_recognised_has_nothing_to_deliver(photo, photo_service):
    Photo.objects.filter(pk=photo.pk).update(
        state="Failed", number_recognized=False, face_recognized=False
    )

    assert only_row(photo).delivered is None


def test_just_what_was_recognised_is_delivered(photo: Photo, photo_service: SandboxClient):
    deliver(photo, tags=("12",), persons=("anna",))

    assert only_row(photo).delivered


@pytest.mark.parametrize(
    ("tags", "persons"),
    [(("12", "99"), ("anna",)), ((), ("anna",)), (("12",), ()), (("12",), ("anna", "bert"))],
)
def test_more_or_less_than_was_recognised_is_not_delivered(photo, photo_service, tags, persons):
    deliver(photo, tags=tags, persons=persons)

    assert not only_row(photo).delivered


def test_numbers_not_yet_recognised_are_not_awaited(photo: Photo, photo_service: SandboxClient):
    Photo.objects.filter(pk=photo.pk).update(number_recognized=False)
    deliver(photo, persons=("anna",))

    assert only_row(photo).delivered


def test_photos_that_did_not_come_through_have_no_row(photo: Photo, photo_service: SandboxClient):
    unknown = Photo(pk=uuid4(), album=photo.album)

    assert len(rows_of(album_with(photo, unknown))) == 1


@pytest.mark.parametrize(
    ("state", "resting"),
    [("Processed", 1), ("AwaitingTagging", 1), ("Failed", 1), ("AwaitingCallback", 0), ("New", 0)],
)
def test_the_machine_is_done_with_photos_that_rest(photo: Photo, state: str, resting: int):
    Photo.objects.filter(pk=photo.pk).update(state=state)

    assert count_resting(album_with(photo)) == resting


def test_where_no_photo_waits_for_a_tagger_nothing_is_said_of_tagging(photo: Photo):
    assert how_to_tag(album_with(photo)) == ""


def test_photos_that_wait_for_a_tagger_are_read_in_the_workbench(photo: Photo, settings: Any):
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    settings.DEMO_TAGGER = "tagger@example.org"
    Photo.objects.update(state="AwaitingTagging")

    assert how_to_tag(album_with(photo)) == (
        "1 photo waits for a tagger, in the workbench, http://127.0.0.1:8000/workbench/\n"
        "Sign in as tagger@example.org with the password that ./script/up printed."
    )


def test_photos_may_wait_at_an_outside_service(photo: Photo, settings: Any):
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    settings.TAGATOR_SERVICE_URL = "https://tags.example.org"
    settings.DEMO_TAGGER = "tagger@example.org"
    Photo.objects.update(state="AwaitingTagging")
    PhotoFactory.create(album=photo.album, state="AwaitingTagging")

    said = how_to_tag(album_with(photo))

    assert said == "2 photos wait for a tagger, at the tagator service https://tags.example.org"


def test_the_table_has_a_row_a_photo():
    assert table_of([row("1", "1"), row("", None)]).row_count == 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.jpg").write_bytes(b"a")
    return tmp_path


@pytest.mark.django_db
def test_without_a_sandbox_the_demo_asks_whether_up_runs(folder, settings, tmp_path_factory):
    settings.VAR_DIR = tmp_path_factory.mktemp("var")
    settings.SANDBOX_URL = "http://127.0.0.1:9"
    (folder / "starters").write_text("12\n")

    with pytest.raises(CommandError, match=r"does not answer; does \./script/up run"):
        call_command("demo", folder, start_list=folder / "starters")

    assert not Album.objects.exists()


@pytest.mark.django_db
def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path):
    with pytest.raises(CommandError, match="holds no photos"):
        call_command("demo", tmp_path)


@pytest.mark.django_db
def test_no_folder_at_all_is_said():
    with pytest.raises(CommandError, match="Name a folder of photos, or --sample"):
        call_command("demo")
