"""A text that stands on many photos of an album is no start number…"""

from functools import partial

import pytest
from django.test import Client

from foundation.messaging.tests.play.racing import at_once
from recognition.models import Album, Photo, PhotoState
from recognition.numbers.known_texts import PHOTOS
from recognition.numbers.suggestions import list_suggestions
from recognition.photos.history import explain_photo
from recognition.tests.calls.judging import (
    BOX,
    album_of,
    judge_again,
    read,
    report,
    sent,
    tag,
    verdicts,
)
from recognition.tests.calls.staff_pages import page_of, signed_in
from recognition.tests.factories import PhotoFactory

SCENERY = {"21": "NotANumber Context"}

BANNER = tag("21", box=BOX)


def photos_with_banner(album: Album, count: int = PHOTOS) -> list[Photo]:
    photos = [read(album, BANNER, persons=(f"p{place}",)) for place in range(count)]
    for place, photo in enumerate(photos):  # of a face provider, where the strategy takes none here
        photo.persons.get_or_create(person_id=f"p{place}")
    return photos


@pytest.mark.django_db
def test_album_text_the_history_and_the_pages_say_so(client: Client) -> None:
    album = album_of()
    photo = photos_with_banner(album)[0]
    judge_again()

    said = f"no start number: it stands at the same place on {PHOTOS} photos of the album or more"
    [rejected] = [e for e in explain_photo(photo.pk).entries if e.kind == "NumberRejected"]
    assert rejected.text == f"“21” rejected, read by the provider: {said}."
    assert rejected.details["text"] == {"words": "21", "photos": PHOTOS, "samePlace": True}
    staff = signed_in(client)
    assert f"rejected: {said}" in page_of(staff, Photo, photo.pk)
    assert f"{PHOTOS} or more" in page_of(staff, Album, album.pk)
    assert list_suggestions(photo) == []


@pytest.mark.django_db
def test_album_text_photos_that_are_read_again_or_deleted_or_by_people_stay() -> None:
    album = album_of()
    deleted, outdated, corrected, *_ = photos_with_banner(album)
    Photo.objects.filter(pk=deleted.pk).update(state=PhotoState.DELETED)
    Photo.objects.filter(pk=outdated.pk).update(tags_outdated=True, number_recognized=False)
    corrected.numbers.update(source="Manual")

    judge_again()

    for photo in (deleted, outdated, corrected):
        assert verdicts(photo) == {"21": "accepted"}
        assert sent(photo) == [["21"]]


@pytest.mark.usefixtures("transactional_db")
def test_album_text_photos_that_make_it_enough_at_the_same_moment_are_both_corrected() -> None:
    album = album_of()
    photos = photos_with_banner(album, PHOTOS - 2)
    judge_again()
    last = [PhotoFactory.create(album=album, state="AwaitingCallback") for _ in range(2)]

    at_once(*(partial(report, photo, BANNER) for photo in last))
    judge_again()

    assert [verdicts(photo) for photo in [*photos, *last]] == [SCENERY] * PHOTOS
