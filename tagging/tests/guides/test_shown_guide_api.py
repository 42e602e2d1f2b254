"""GET client-api/…/albums/{albumId}/taggingGuide and …/pictures/{photoId}…"""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.cache import caches

from recognition.models import Album, PhotoState
from recognition.tests.factories import PhotoFactory
from tagging.albums.guides import GONE
from tagging.models import Tagator
from tagging.tests.calls.works import BASE, signed_in
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks
from tagging.tests.guides.written import written_guide
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def tagator(db: None) -> Tagator:
    return new_tagator()


def address(album: Album | UUID | str, picture: UUID | str = "") -> str:
    of_album = f"{BASE}/albums/{getattr(album, 'pk', album)}/taggingGuide"
    return f"{of_album}/pictures/{picture}" if picture else of_album


def test_shows_a_sample_picture_until_its_photo_is_deleted(
    tagator, sandbox: SandboxClient, settings: Any, tmp_path: Any
):
    settings.ALLOW_PRIVATE_IMAGE_URLS = True
    settings.PICTURE_FOLDER = tmp_path / "pictures"
    caches["picture_failures"].clear()
    photo = PhotoFactory.create(image_url=sandbox.url("album", "/pixel.jpg"))
    other = PhotoFactory.create(album=photo.album, image_url=photo.image_url)
    written_guide(photo.album, f"![A bib](photo:{photo.pk})")
    tagger = signed_in(tagator)

    html = tagger.get(address(photo.album)).json()["html"]
    picture = tagger.get(address(photo.album, photo.pk))
    not_shown = tagger.get(address(photo.album, other.pk))

    assert f'<img alt="Sample picture" data-photo="{photo.pk}">' in html
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/jpeg")
    assert (not_shown.status_code, not_shown.json()["code"]) == (404, "picture-not-in-guide")

    photo.state = PhotoState.DELETED
    photo.save()

    assert GONE in tagger.get(address(photo.album)).json()["html"]
    assert tagger.get(address(photo.album, photo.pk)).status_code == 404


def test_of_an_album_that_is_not_open_is_404_unless_its_photos_are_in_hand():
    album = waiting_tasks(1)[0].album
    written_guide(album)
    tagator = new_tagator(settings={"all_albums": False, "album_ids": frozenset({album.pk})})
    tagger = signed_in(tagator)
    taken_work(tagator)
    tagator.opened_albums.all().delete()
    closed = written_guide().album

    assert tagger.get(address(album)).status_code == 200
    for path in (address(closed), address(uuid4()), address(closed, uuid4())):
        answer = tagger.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "album-not-found")


def test_its_first_lines_are_the_hint_and_an_older_hint_is_the_guide_where_there_is_none(tagator):
    [task] = waiting_tasks(1)
    album = task.album
    hint = f"{BASE}/albums/{album.pk}/taggingHint"
    tagger = signed_in(tagator)
    made = tagger.get(hint).json()["text"]
    Album.objects.update(tagging_hint="Only the **yellow** bibs.")

    older = tagger.get(hint).json()["text"]
    shown = tagger.get(address(album)).json()["html"]
    written_guide(
        album, f"# Bibs\n\n![A bib](photo:{task.photo_id})\n- **red** ones\n- no caps\n\nMore."
    )
    text = tagger.get(hint).json()["text"]

    assert made.startswith("Type every start number")
    assert older == "Only the yellow bibs."
    assert "<strong>yellow</strong>" in shown
    assert text == "Bibs\nred ones\nno caps"
