"""Pages of an album's persons…"""

from io import BytesIO
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.privacy.tests.play.erasing import erased
from foundation.records.models import AuditEntry
from recognition.erasing.ordering import erase_person
from recognition.models import Album, PersonMerge, PersonReassignment, Photo, Selfie, Strategy
from recognition.tests.calls.judging import album_of, read, tag
from recognition.tests.calls.staff_pages import read as shown
from recognition.tests.erasing.ordered import order
from recognition.tests.factories import PhotoFactory
from recognition.tests.play.selfie_pictures import picture
from recognition.wire.picture_copies import PictureSize

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(db: None) -> Album:
    return album_of()


def persons(album: Album, *path: str) -> str:
    return "/".join([f"/admin/recognition/album/{album.pk}/persons", *path, ""])


def led_to(answer: Any) -> str:
    return str(answer.url)


def test_person_list_shows_those_on_the_most_photos_first(staff: Client, album: Album):
    for _ in range(3):
        read(album, tag("12"), persons=("anna",))
    read(album, persons=("bob",))
    read(album_of(), persons=("carl",))

    page = shown(staff, persons(album))

    assert page.index("anna") < page.index("bob")
    assert "3 photos, number 12" in page
    assert "carl" not in page


def test_person_list_opens_a_person_by_its_id(staff: Client, album: Album):
    read(album, persons=("a/b", "bob"))

    for typed in (" a/b ", "a/"):
        found = staff.get(persons(album), {"q": typed}, secure=True)
        assert led_to(found) == persons(album, "a/b")
    missing = staff.get(persons(album), {"q": "carl"}, secure=True).content.decode()
    assert "The album has no person carl." in missing
    assert 'name="q" value="carl"' in missing


def test_person_page_keeps_an_id_that_no_other_person_has(staff: Client, album: Album):
    read(album, persons=("bob",))
    merge = f"{persons(album, 'bob')}merge/"

    page, empty = (
        staff.get(merge, {"into": text}, secure=True, follow=True).content.decode()
        for text in ("bo b", " ")
    )

    assert "The album has no other person bo b." in page
    assert 'name="into" value="bo b"' in page
    assert "Fill in who remains." in empty


def test_person_page_merges_after_saying_what_that_does_and_splits(staff: Client, album: Album):
    read(album, persons=("ann",))
    read(album, persons=("ann", "anna"))

    asked = shown(staff, persons(album, "ann", "merge") + "?into=anna")
    assert "on 2 photos, become faces of anna, which is then on 2 photos" in asked
    assert "side by side on 1 photo, so they are hardly one person" in asked
    assert "there the less sure face is taken away" in asked
    assert not PersonMerge.objects.exists()

    answer = staff.post(persons(album, "ann", "merge") + "?into=anna", secure=True)
    assert led_to(answer) == persons(album, "anna")
    assert "0 of ? photos are changed" in shown(staff, persons(album, "anna"))
    finish_jobs(PersonReassignment)
    assert led_to(staff.get(persons(album, "ann"), secure=True)) == persons(album, "anna")
    assert "Merged into this person" in shown(staff, persons(album, "anna"))

    split = staff.post(persons(album, "ann", "split"), secure=True)
    assert led_to(split) == persons(album, "ann")
    finish_jobs(PersonReassignment)
    assert "Photos: 2" in shown(staff, persons(album, "ann"))


@pytest.fixture
def pictured(album: Album, settings: Any, tmp_path: Path) -> Photo:
    """Return a photo of Ann on the left, green, and Bob on the right, red, with our copy of it."""
    settings.PICTURE_FOLDER = tmp_path
    drawn, file = PIL.Image.new("RGB", (400, 200), "green"), BytesIO()
    drawn.paste("red", (200, 0, 400, 200))
    drawn.save(file, "JPEG")
    photo: Photo = PhotoFactory.create(album=album, image_url="")
    copy = tmp_path / str(photo.pk)[:2] / f"{photo.pk}.{PictureSize.PAGE}"
    copy.parent.mkdir()
    copy.write_bytes(file.getvalue())
    for name, left in (("an/n", 0.1), ("bob", 0.7)):
        box = {"left": left, "top": 0.3, "width": 0.1, "height": 0.3}
        photo.persons.create(person_id=name, album_id=album.pk, box=box)
    photo.persons.create(person_id="nowhere", album_id=album.pk)
    outside = {"left": 1.4, "top": 0.3, "width": 0.1, "height": 0.1}
    photo.persons.create(person_id="outside", album_id=album.pk, box=outside)
    return photo


def face(client: Client, photo: Photo, name: str) -> Any:
    return client.get(f"/admin/recognition/photo/{photo.pk}/face/{name}", secure=True)


def test_each_person_of_one_photo_has_a_face_of_its_own(staff: Client, album, pictured):
    for name, colour in (("an/n", (0, 128, 0)), ("bob", (255, 0, 0))):
        with PIL.Image.open(BytesIO(face(staff, pictured, name).content)) as seen:
            pixel = seen.convert("RGB").resize((1, 1)).tobytes()
            assert seen.width < 200
        assert max(abs(one - other) for one, other in zip(pixel, colour, strict=True)) < 9
        for page in (persons(album), persons(album, name)):
            assert f"/{pictured.pk}/face/{name}" in shown(staff, page)
    assert f"/{pictured.pk}/face/bob" in shown(
        staff, f"/admin/recognition/photo/{pictured.pk}/change/"
    )
    asked = shown(staff, persons(album, "an/n", "merge") + "?into=bob")
    assert all(f"/{pictured.pk}/face/{name}" in asked for name in ("an/n", "bob"))
    selfie = Selfie.objects.create(album=album, state="Recognized")
    selfie.persons.create(person_id="bob", confidence=0.9)
    for page in (
        f"/admin/recognition/selfie/{selfie.pk}/change/",
        f"/admin/recognition/album/{album.pk}/runners/{selfie.pk}/",
    ):
        assert f"/{pictured.pk}/face/bob" in shown(staff, page)
    for name in ("nowhere", "outside", "unknown"):
        silhouette = face(staff, pictured, name)
        assert silhouette["Content-Type"] == "image/svg+xml"
        assert "no-store" in silhouette["Cache-Control"]
    assert face(Client(), pictured, "bob").status_code == 302


def test_face_goes_with_the_person_also_one_that_is_cut_meanwhile(
    staff: Client, album, pictured, tmp_path, django_capture_on_commit_callbacks
):
    Album.objects.update(strategy=Strategy.NUMBER)  # no provider has faces of it
    face(staff, pictured, "bob")
    [kept] = tmp_path.rglob("*.face-*")
    with django_capture_on_commit_callbacks(execute=True):
        erased(erase_person(order(album, "bob")))
        assert not kept.exists()
        kept.write_bytes(b"cut again, before the commit")
    assert not kept.exists()
    assert face(staff, pictured, "bob")["Content-Type"] == "image/svg+xml"


def sent_file(client: Client, album: Album, content: bytes, **fields: Any) -> Any:
    file = SimpleUploadedFile("me.jpg", content, "image/jpeg")
    data = {"image": file} if content else {}
    address = f"/admin/recognition/album/{album.pk}/find-runner/"
    return client.post(address, {**data, **fields}, secure=True)


def test_runner_is_not_found_by_what_is_no_picture_and_else_in_the_audit(staff, peers, album):
    for content, said in ((b"", "Choose a file."), (b"text", "")):
        answer = sent_file(staff, album, content)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert said in page
        assert "Find a runner" in page
    assert not Selfie.objects.exists()

    assert sent_file(staff, album, picture()).status_code == 302
    [selfie] = Selfie.objects.all()
    [entry] = AuditEntry.objects.all()
    assert (entry.actor, entry.record_id) == ("boss", str(selfie.pk))
    assert str(album.pk) in entry.changes["album"][1]
    assert list(entry.changes) == ["album"]
    photo = read(album, persons=("anna",))
    selfie.store(state="Recognized")
    selfie.persons.create(person_id="anna", confidence=0.93)
    page = shown(staff, f"/admin/recognition/album/{album.pk}/runners/{selfie.pk}/")
    for said in (persons(album, "anna"), "similar by 93%", str(photo.pk)):
        assert said in page
