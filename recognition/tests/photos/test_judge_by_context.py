"""A text that stands on many photos of an album is no start number…"""

from functools import partial

import pytest
from django.test import Client

from foundation.messaging.tests.play.racing import at_once
from recognition.models import Album, AlbumText, Photo, PhotoState, Strategy
from recognition.numbers.repeated_texts import PHOTOS
from recognition.numbers.suggestions import list_suggestions
from recognition.photos.history import explain_photo
from recognition.rejudging.rejudging import judge_due_photos
from recognition.tests.calls.judging import (
    BOX,
    album_of,
    history_of,
    judge_again,
    judge_due,
    later,
    moved,
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
def test_album_text_found_on_enough_photos_it_is_rejected_and_the_early_ones_are_corrected():
    album = album_of()
    photos = photos_with_banner(album)
    assert sent(photos[0]) == [["21"]]

    judge_again()

    assert [verdicts(photo) for photo in photos] == [SCENERY] * PHOTOS
    assert [sent(photo) for photo in photos] == [[["21"], []]] * PHOTOS
    assert not Photo.objects.exclude(judge_on=None).exists()
    later = read(album, BANNER, tag("123", box=moved(0.3)))  # rejected at once
    assert verdicts(later) == {**SCENERY, "123": "accepted"}
    assert sent(later) == [["123"]]


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
@pytest.mark.parametrize(
    "why", ["moves", "same person", "no person known", "name", "words on all bibs", "another album"]
)
def test_album_text_is_none_where_it_may_be_a_runners(why: str) -> None:
    album = album_of(
        Strategy.NUMBER if why in ("no person known", "name") else Strategy.FACE_NUMBER
    )
    match why:
        case "moves":
            photos = photos_with_banner(album)
            photos += [read(album, tag("21", box=moved(at / 25))) for at in range(1, PHOTOS + 1)]
        case "same person":
            photos = [read(album, BANNER, persons=("anna", f"p{at}")) for at in range(PHOTOS)]
        case "no person known":
            photos = [read(album, BANNER) for _ in range(PHOTOS)]
        case "name":
            anna = [tag("21", box=moved(at / 25), phrase="Anna 21") for at in range(PHOTOS)]
            photos = [read(album, each) for each in anna]
        case "words on all bibs":
            numbers = ["21"] * PHOTOS + [str(at) for at in range(100, 100 + PHOTOS)]
            photos = [read(album, tag(each, phrase=f"City Run {each}")) for each in numbers]
        case _:
            photos = [*photos_with_banner(album, PHOTOS - 1), *photos_with_banner(album_of(), 1)]

    judge_again()

    assert {word for photo in photos for word in verdicts(photo).values()} == {"accepted"}
    assert not AlbumText.objects.exists()


@pytest.mark.django_db
def test_album_text_the_same_words_are_the_albums_wherever_they_stand() -> None:
    album = album_of()
    photos = [
        read(album, tag("21", box=moved(place / 25), phrase="Bangsaen 21"), persons=(f"p{place}",))
        for place in range(PHOTOS)
    ]

    judge_again()

    assert [verdicts(photo) for photo in photos] == [SCENERY] * PHOTOS
    assert verdicts(read(album, tag("21", phrase="BANGSAEN  21"))) == SCENERY
    assert verdicts(read(album, tag("21", phrase="21 anna"))) == {"21": "accepted"}
    said = f"as part of “bangsaen 21” on {PHOTOS} photos"
    assert any(said in text for text in history_of(photos[0]))


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


@pytest.mark.usefixtures("transactional_db")
def test_album_text_two_workers_that_find_it_correct_each_photo_once() -> None:
    photos = photos_with_banner(album_of(Strategy.NUMBER), PHOTOS + 2)

    for _ in range(3):
        at_once(*[partial(judge_due_photos, later())] * 4)

    judge_again()
    assert AlbumText.objects.count() == 1
    assert [verdicts(photo) for photo in photos] == [SCENERY] * len(photos)
    assert [sent(photo) for photo in photos] == [[["21"], []]] * len(photos)


@pytest.mark.usefixtures("transactional_db")
def test_album_text_an_answer_at_the_moment_it_is_found_is_corrected() -> None:
    for _ in range(4):
        album = album_of(Strategy.NUMBER)
        photos = photos_with_banner(album)
        photo = PhotoFactory.create(album=album, state="AwaitingCallback")

        at_once(partial(report, photo, BANNER), judge_due)
        judge_again()

        assert [verdicts(one) for one in [*photos, photo]] == [SCENERY] * (PHOTOS + 1)


@pytest.mark.django_db
def test_album_text_a_number_that_many_numbers_pass_is_the_albums() -> None:
    album = album_of(Strategy.NUMBER)
    photos = [read(album, BANNER, tag(str(100 + place), box=moved(0.3))) for place in range(PHOTOS)]

    judge_again()

    assert {verdicts(photo)["21"] for photo in photos} == {"NotANumber Context"}
