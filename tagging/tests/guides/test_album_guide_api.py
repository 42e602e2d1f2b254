"""GET and PATCH admin-api/…/albums/{albumId}/taggingGuide…"""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Album, PhotoState
from recognition.tests.factories import PhotoFactory
from tagging.albums.guides import GONE
from tagging.models import AlbumGuide, Tagator
from tagging.tests.admin.pages import read
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import manual_album, new_tagator, taken_work, waiting_tasks
from tagging.tests.questions.asked import written_guide
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def address(album_id: UUID | str, version: int = 2) -> str:
    return f"/admin-api/api/v{version}/albums/{album_id}/taggingGuide"


def text_of(album) -> str | None:
    return AlbumGuide.objects.filter(pk=album.pk).values_list("text", flat=True).first()


def test_returns_what_was_written_with_its_version_or_an_empty_text(manager):
    guide, album = written_guide(), manual_album()

    answer, none = manager.get(address(guide.album_id)), manager.get(address(album.pk))
    stale = manager.patch(
        address(guide.album_id), {"text": "x"}, format="json", headers={"If-Match": '"1"'}
    )

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json() == {"albumId": str(guide.album_id), "text": "Red bibs only."}
    assert (none["ETag"], none.json()["text"], text_of(album)) == ('"1"', "", None)
    assert (stale.status_code, text_of(guide.album)) == (409, "Red bibs only.")


def test_refuses_pictures_that_are_no_photos_of_the_album(manager):
    album, other, unknown = manual_album(), PhotoFactory.create(), uuid4()
    gone = PhotoFactory.create(album=album, state=PhotoState.DELETED)
    known = PhotoFactory.create(album=album)
    many = " ".join(f"![](photo:{uuid4()})" for _ in range(21))
    wrong = {
        f"![](photo:{unknown})": f"There is no photo {unknown}.",
        f"![](photo:{other.pk})": f"The photo {other.pk} is of another album.",
        f"![](photo:{gone.pk})": f"The photo {gone.pk} was deleted.",
        "![](photo:deleted)": "A sample picture was deleted",
        "![](https://evil.example/x.png)": "https://evil.example/x.png is no photo",
        f"![](photo&colon;{known.pk})": "is no photo",
        many: "at most 20 sample pictures, this one has 21",
    }

    for text, said in wrong.items():
        answer = manager.patch(address(album.pk), {"text": text}, format="json")

        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (422, "guide-not-accepted")
        assert problem["errors"][0]["field"] == "text"
        assert said in problem["errors"][0]["detail"]
    assert text_of(album) is None


PREVIEW = reverse("admin:tagging_guide_preview")


def test_write_the_first_one_from_the_album_s_page(lead: Client):
    photo = PhotoFactory.create()
    address = f"{address_of_list(AlbumGuide)}add/?album_id={photo.album_id}"
    assert address in read(lead, address_of_page(Album, photo.album_id))
    text = f"Red bibs.\n![One](photo:{photo.pk})"

    answer = lead.post(address, {"album_id": photo.album_id, "text": text}, secure=True)

    assert answer.status_code == 302
    guide = AlbumGuide.objects.get()
    assert (guide.album_id, guide.text, guide.version) == (photo.album_id, text, 2)
    [row] = AuditEntry.objects.all()
    assert row.changes == {"text": ["", text]}
    shown = read(lead, address_of_page(AlbumGuide, guide.pk))
    assert f'src="{reverse("admin:recognition_photo_picture", args=[photo.pk, "page"])}"' in shown


def test_show_a_text_as_taggers_see_it_and_what_is_wrong_with_it(lead: Client):
    guide = written_guide()
    typed = {"album_id": guide.album_id, "text": "**Bold** ![x](https://evil.example/x.png)"}

    answer = lead.post(PREVIEW, typed, secure=True)

    assert answer.json()["html"] == "<p><strong>Bold</strong> x</p>\n"
    assert answer.json()["wrong"][0].startswith("https://evil.example/x.png is no photo")
    for wrong in ({}, {"album_id": "x"}, {**typed, "text": "x" * 10_001}):
        assert lead.post(PREVIEW, wrong, secure=True).json()["wrong"]
    assert lead.get(PREVIEW, secure=True).status_code == 405
    assert not AuditEntry.objects.exists()


@pytest.fixture
def tagator(db: None) -> Tagator:
    return new_tagator()


def shown_address(album: Album | UUID | str, picture: UUID | str = "") -> str:
    of_album = f"{BASE}/albums/{getattr(album, 'pk', album)}/taggingGuide"
    return f"{of_album}/pictures/{picture}" if picture else of_album


def test_shown_shows_a_sample_picture_until_its_photo_is_deleted(
    tagator, sandbox: SandboxClient, settings: Any, tmp_path: Any
):
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    caches["picture_failures"].clear()
    photo = PhotoFactory.create(image_url=sandbox.url("album", "/pixel.jpg"))
    other = PhotoFactory.create(album=photo.album, image_url=photo.image_url)
    written_guide(photo.album, f"![A bib](photo:{photo.pk})")
    tagger = signed_in(tagator)

    html = tagger.get(shown_address(photo.album)).json()["html"]
    picture = tagger.get(shown_address(photo.album, photo.pk))
    not_shown = tagger.get(shown_address(photo.album, other.pk))

    assert f'<img alt="Sample picture" data-photo="{photo.pk}">' in html
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/jpeg")
    assert (not_shown.status_code, not_shown.json()["code"]) == (404, "picture-not-in-guide")

    photo.state = PhotoState.DELETED
    photo.save()

    assert GONE in tagger.get(shown_address(photo.album)).json()["html"]
    assert tagger.get(shown_address(photo.album, photo.pk)).status_code == 404


def test_shown_of_an_album_that_is_not_open_is_404_unless_its_photos_are_in_hand():
    album = waiting_tasks(1)[0].album
    written_guide(album)
    tagator = new_tagator(settings={"all_albums": False, "album_ids": frozenset({album.pk})})
    tagger = signed_in(tagator)
    taken_work(tagator)
    tagator.opened_albums.all().delete()
    closed = written_guide().album

    assert tagger.get(shown_address(album)).status_code == 200
    for path in (shown_address(closed), shown_address(uuid4()), shown_address(closed, uuid4())):
        answer = tagger.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "album-not-found")


def test_shown_its_first_lines_are_the_hint_and_an_older_hint_is_the_guide_without_one(tagator):
    [task] = waiting_tasks(1)
    album = task.album
    hint = f"{BASE}/albums/{album.pk}/taggingHint"
    tagger = signed_in(tagator)
    made = tagger.get(hint).json()["text"]
    Album.objects.update(tagging_hint="Only the **yellow** bibs.")

    older = tagger.get(hint).json()["text"]
    shown = tagger.get(shown_address(album)).json()["html"]
    written_guide(
        album, f"# Bibs\n\n![A bib](photo:{task.photo_id})\n- **red** ones\n- no caps\n\nMore."
    )
    text = tagger.get(hint).json()["text"]

    assert made.startswith("Type every start number")
    assert older == "Only the yellow bibs."
    assert "<strong>yellow</strong>" in shown
    assert text == "Bibs\nred ones\nno caps"
