"""On the staff's page of an album a change says what it will do, and is made when confirmed…"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.albums.preview_counts import AlbumPreview
from recognition.console.album_changes import preview_in_words
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    JobMode,
    Photo,
    PhotoNumber,
)
from recognition.rejudging.rejudging import judge_due_photos
from recognition.tests.calls.processes import run_jobs
from recognition.tests.calls.staff_forms import album_form
from recognition.tests.calls.staff_pages import read
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def staff(committed_staff: Client) -> Client:
    return committed_staff


@pytest.fixture
def album(transactional_db: None) -> Album:
    """An album with two new photos, and three whose numbers were read in vain."""
    album = AlbumFactory.create(strategy="Number")
    PhotoFactory.create_batch(2, album=album)
    PhotoFactory.create_batch(3, album=album, state="Processed", number_recognized=True)
    return album


def save(staff: Client, album: Album, **fields: Any) -> str:
    """Send the album's form, and return the page that follows."""
    given = {**album_form(album), "opened_version": album.version, **fields}
    answer = staff.post(address_of_page(Album, album.pk), given, secure=True, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def hidden_in(page: str) -> dict[str, str]:
    """Return the hidden fields of the page's question."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def test_another_strategy_is_saved_only_when_confirmed(staff: Client, album: Album) -> None:
    page = save(staff, album, strategy="NumberThenManual")

    assert "Strategy: Number → NumberThenManual" in page
    assert "2 photos are processed." in page
    new = Photo.objects.filter(state="New")
    assert all(address_of_page(Photo, photo.pk) in page for photo in new)
    assert "3 photos stay as they are." in page
    assert "3 photos have no number: they stay as they are" in page
    assert Album.objects.get().strategy == "Number"
    assert not AlbumPhotosProcessingJob.objects.exists()

    after = save(staff, album, **hidden_in(page), confirmed="yes")
    assert 'id="album-standing"' in after
    assert Album.objects.get().strategy == "NumberThenManual"
    assert AlbumPhotosProcessingJob.objects.get().mode == JobMode.CHANGED


def numbered(**facts: Any) -> Photo:
    """Return a photo with four numbers that were read and sent."""
    photo = PhotoFactory.create(state="Processed", number_recognized=True, **facts)
    PhotoNumber.objects.bulk_create(
        PhotoNumber(
            photo=photo, album_id=photo.album_id, value=value, source="Provider", confidence=0.97
        )
        for value in ("7", "21", "210", "2100")
    )
    return photo


def test_a_higher_confidence_says_which_numbers_are_withdrawn_and_which_tasks_created(
    staff: Client, settings: Any
) -> None:
    settings.TAGATOR_SERVICE = "recognition.wire.tagator_service.HttpTagatorService"
    album = AlbumFactory.create(strategy="NumberThenManual")
    photos = [numbered(album=album) for _ in range(8)]

    page = save(staff, album, minimum_confidence="1")

    assert "No reading is sure enough: the surest has a confidence of 0.97." in page
    assert "8 photos get other numbers." in page
    assert "32 numbers of 8 photos are withdrawn at the photo service." in page
    assert page.count("/admin/recognition/photo/") >= 9  # three photos of each of three counts
    assert "8 tagging tasks are created for taggers, who are paid." in page
    assert "stay as they are" not in page
    save(staff, album, **hidden_in(page), confirmed="yes")
    finish_jobs(AlbumRejudging)
    judge_due_photos(timezone.now())
    assert not PhotoNumber.objects.filter(rejection="").exists()
    assert Photo.objects.exclude(tagging_task_id=None).count() == len(photos)


def test_what_was_read_without_the_start_list_is_not_judged(staff: Client) -> None:
    tenant = TenantFactory.create(competitor_instance=CompetitorInstanceFactory.create())
    album, other = AlbumFactory.create(tenant=tenant), AlbumFactory.create(start_number_capacity=5)
    numbered(album=album)
    numbered(album=other)

    page = save(staff, album, start_number_capacity=2)
    assert "The start list is not known here yet" in page
    assert "withdrawn" not in page

    page = save(staff, other, start_number_capacity=4)
    assert "What was read on 1 photo is judged again: no number changes." in page
    assert "1 photo stays as it is." in page


def test_a_confirmation_is_refused_after_another_change(staff: Client, album: Album) -> None:
    page = save(staff, album, strategy="Manual")
    switching = address_of_page(Album, album.pk).replace("change/", "switch-recognition/")
    question = read(staff, switching)
    album.store(priority=7)

    after = save(staff, album, **{**hidden_in(page), "confirmed": "yes"})
    staff.post(address_of_list(Album), {**hidden_in(question), "confirmed": "yes"}, secure=True)

    assert "changed since you opened this page" in after
    album.refresh_from_db()
    assert (album.strategy, album.state) == ("Number", "On")


def test_keeping_for_fewer_days_says_what_will_be_deleted(staff: Client, album: Album) -> None:
    Photo.objects.update(created_on=timezone.now() - timedelta(days=31))
    Photo.objects.filter(state="New")[:1].get().persons.create(person_id="ann", album_id=album.pk)

    page = save(staff, album, keep_days=30)

    assert "Keep for days: none → 30" in page
    assert "1 face and 0 selfies are deleted" in page
    assert Album.objects.get().keep_days is None
    save(staff, album, **hidden_in(page), confirmed="yes")
    assert Album.objects.get().keep_days == 30
    assert not AlbumPhotosProcessingJob.objects.exists()
    assert AuditEntry.objects.get().changes == {"keep_days": [None, 30]}


def test_switching_off_and_on_asks_first_and_leaves_failed_photos_failed(staff, album):
    failed = PhotoFactory.create(
        album=album, state="Failed", number_failure="It broke.", number_attempts=8
    )
    asked = address_of_page(Album, album.pk).replace("change/", "switch-recognition/")

    def switch() -> str:
        page = read(staff, asked)
        given = {**hidden_in(page), "confirmed": "yes"}
        answer = staff.post(address_of_list(Album), given, secure=True, follow=True)
        assert answer.redirect_chain[-1][0] == address_of_page(Album, album.pk)
        run_jobs()
        failed.refresh_from_db()
        return page

    off = switch()
    assert "3 photos are not processed: recognition is off for the album." in off
    assert Album.objects.get().state == "Off"
    assert (failed.state, "It broke." in failed.reason_description) == ("Failed", True)
    on = switch()
    assert "3 photos are processed." in on
    assert Album.objects.get().state == "On"
    assert (failed.state, failed.reason_description) == (
        "Failed",
        "Under way: it is processed again.",
    )


def test_nothing_is_processed_again_while_it_is_off(staff: Client, album: Album) -> None:
    album.store(state="Off")
    pages = [
        read(staff, address_of_page(type(each), each.pk).replace("change/", "process-again/"))
        for each in (album, Photo.objects.filter(state="New").earliest("pk"))
    ]

    for page in pages:
        assert "There is nothing to do. Recognition is off for the album." in page
        assert 'name="confirmed"' not in page


def test_a_preview_speaks_of_one_photo_as_one() -> None:
    said = AlbumPreview(processed=1, waiting=1, unchanged=2, without_number=1)

    assert preview_in_words(said) == [
        "1 photo is processed.",
        "1 photo goes on waiting for a callback or a tagger.",
        "2 photos stay as they are.",
        "1 photo has no number: it stays as it is, unless processed again from scratch. ",
    ]
