"""The staff's page of an album…"""

from datetime import timedelta
from html import escape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Album, AlbumPhotosProcessingJob, AlbumRejudging, Photo, PhotoNumber
from recognition.numbers.start_lists import StartList, kept_list
from recognition.records.photo_state import settle
from recognition.tests.calls.judging import album_of, judge_again, listed_album, tag
from recognition.tests.calls.judging import read as reported
from recognition.tests.calls.staff_pages import page_of, read
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    sent_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(db: None) -> Album:
    album = AlbumFactory.create()
    PhotoFactory.create_batch(3, album=album, state="Processed")
    PhotoFactory.create_batch(2, album=album, state="Failed")
    return album


def job_of(album: Album, **fields: Any) -> AlbumPhotosProcessingJob:
    """Create a job that has taken the photos of its album."""
    job = AlbumPhotosProcessingJob.objects.create(album=album, mode="Again", **fields)
    for photo in album.photos.all():
        job.processed_photos.create(photo=photo, mode=job.mode, taken_on=job.created_on)
    return job


def test_album_page_leads_to_its_photos_of_each_state(staff, album):
    page = page_of(staff, Album, album.pk)

    for address, text in (
        (address_of_list(Photo, album=album.pk), "5 in all"),
        (address_of_list(Photo, album=album.pk, state="Processed"), "Processed 3"),
        (address_of_list(Photo, album=album.pk, state="Failed"), "Failed 2"),
    ):
        assert f'href="{escape(address)}"' in page
        assert f">{text}</a>" in page
    assert "Awaiting" not in page
    empty = page_of(staff, Album, AlbumFactory.create().pk)
    assert ">0 in all</a>" in empty
    assert "<dt>Latest job</dt><dd>none</dd>" in empty
    assert "data-refresh" not in empty


def test_album_page_counts_no_finished_photos_of_a_huge_album(staff, album, monkeypatch):
    job_of(album, state="Running")
    monkeypatch.setattr("recognition.console.cockpit.MANY", 4)

    page = page_of(staff, Album, album.pk)

    assert "5 in all" in page
    assert "Failed 2" in page
    assert "Processed 3" not in page
    assert "more than 4 photos taken; the job&#x27;s page counts them" in page
    monkeypatch.setattr("recognition.console.cockpit.MOST", 4)
    assert "more than 4 in all" in page_of(staff, Album, album.pk)


def test_the_time_left_is_one_figure_on_the_pages_of_album_and_job(staff, album):
    job = job_of(album, state="Running")
    PhotoFactory.create_batch(6, album=album)
    now = timezone.now()
    for minutes in (50, 1, 2, 2, 3, 4):
        assert "Machines: not known" in page_of(staff, Album, album.pk)  # too few to tell a pace
        PhotoFactory.create(
            album=album,
            state="Processed",
            faces_recognized_on=now - timedelta(hours=3),
            numbers_recognized_on=now - timedelta(minutes=minutes),
        )

    pages = [page_of(staff, Album, album.pk), page_of(staff, AlbumPhotosProcessingJob, job.pk)]

    for page in pages:
        assert "Machines: 6 min for 6 photos. 5 done in the last 5 min." in page
    album.store(state="Off")
    off = "Machines: not known for 6 photos. Recognition is off for the album."
    assert off in page_of(staff, Album, album.pk)
    Photo.objects.filter(state="New").delete()
    assert "Nothing waits." in page_of(staff, Album, album.pk)


BROKEN = "The picture cannot be read."


def failed(album: Album, **fields: Any) -> Photo:
    photo = PhotoFactory.create(
        album=album, number_failure=f"{BROKEN[:-1]}: it is empty.", **fields
    )
    settle(photo)
    return photo


def test_with_its_photos_by_state_and_reason_each_with_its_list_and_an_action(staff):
    album = AlbumFactory.create()
    photos = [failed(album), failed(album)]
    failed(AlbumFactory.create())

    page = page_of(staff, Album, album.pk)

    listed = address_of_list(Photo, album=album.pk, state="Failed", reason=BROKEN)
    assert f'href="{listed.replace("&", "&amp;")}">Failed 2</a>' in page
    assert f">{BROKEN}<" in page
    address = page.partition("Process again…</a>")[0].rpartition('href="')[2].partition('"')[0]
    asked = read(staff, address.replace("&amp;", "&"))
    assert "This processes <strong>2 photos</strong>" in asked
    assert all(str(photo.pk) in asked for photo in photos)


def test_a_job_is_not_finished_before_its_photos_are(staff, album):
    job = job_of(album, state="Finished", finished_on="2026-05-17T10:00Z")

    of_album = page_of(staff, Album, album.pk)
    assert "What is missing, 2026-05-17 10:00:00 UTC" in of_album
    assert "5 photos taken: 3 processed, 2 failed, 0 under way" in of_album
    assert "width: " not in of_album.partition("Latest job")[2].partition("</fieldset>")[0]
    finished = page_of(staff, AlbumPhotosProcessingJob, job.pk)
    assert ">Finished<" in finished.replace(" ", "")
    assert ">All photos taken<" not in finished

    Photo.objects.filter(state="Failed").update(numbers_next_attempt_on="2026-05-17T10:00Z")
    handed_over = page_of(staff, AlbumPhotosProcessingJob, job.pk)
    assert "All photos taken" in handed_over
    assert "5 photos taken: 3 processed, 0 failed, 2 under way" in handed_over
    assert "All photos taken" in page_of(staff, Album, album.pk)


def test_album_page_shows_how_far_the_running_job_is(staff: Client, album: Album) -> None:
    under_way = PhotoFactory.create(album=album, faces_next_attempt_on="2026-01-01T00:00Z")
    job = job_of(under_way.album, state="Running")

    page = page_of(staff, Album, album.pk)

    assert "6 photos taken: 3 processed, 2 failed, 1 under way" in page
    assert "width: 83%" in page
    assert address_of_page(AlbumPhotosProcessingJob, job.pk) in page


def part_of(album: Album, name: str) -> str:
    return address_of_page(Album, album.pk).replace("change/", f"{name}/")


def kept(album: Album, *numbers: str) -> None:
    """Put a start list where it is when it was fetched."""
    assert album.tenant is not None
    album.tenant.store(competitor_instance=CompetitorInstanceFactory.create(name="Runners"))
    known = StartList(start_numbers=numbers, digest="", etag="e", checked_on=timezone.now())
    key = f"start-list:{album.tenant.competitor_instance_id}:{album.pk}"
    cache.set(key, known, 60)


def test_with_the_start_list_which_can_be_searched(staff: Client) -> None:
    album = AlbumFactory.create()
    assert "the tenant has no competitor service" in page_of(staff, Album, album.pk)
    kept(album, "101", "1010", "7", "<b>")

    page, address = page_of(staff, Album, album.pk), part_of(album, "start-list")

    assert f'href="{address}">4 numbers from Runners, confirmed' in page
    assert "<li>7</li>" in read(staff, address)
    found = read(staff, f"{address}?q=101")
    assert "2 with “101”" in found
    assert "<li>1010</li>" in found
    assert "<li>7</li>" not in found
    cache.clear()
    assert "No list is fetched yet from Runners." in read(staff, address)


def test_with_what_is_not_delivered(staff: Client) -> None:
    album = AlbumFactory.create()
    sent_of(PhotoFactory.create(album=album, state="Processed"), "tags", 1, dead_on=timezone.now())
    sent_of(PhotoFactory.create(state="Processed"), "tags", 1, dead_on=timezone.now())

    page = page_of(staff, Album, album.pk)

    address = address_of_list(Photo, album=album.pk, delivery="missing").replace("&", "&amp;")
    assert f'<a class="text-link" href="{address}">1</a>' in page
    assert "has all results" in page_of(staff, Album, AlbumFactory.create().pk)


def asked(client: Client, album: Album) -> str:
    return client.get(address(album), secure=True, follow=True).content.decode()


def ordered(client: Client, album: Album) -> str:
    sent: Any = client.post(address(album), {"confirmed": "yes"}, secure=True, follow=True)
    return str(sent.content.decode())


def address(album: Album) -> str:
    return f"/admin/recognition/album/{album.pk}/judge-again/"


def accepted() -> list[str]:
    found = PhotoNumber.objects.filter(rejection="").order_by("value")
    return list(found.values_list("value", flat=True))


def test_judge_again_button_says_the_difference_and_judges_by_the_list_of_now_when_confirmed(
    staff, sandbox
):
    album = listed_album(sandbox, "7", "9")
    for value in ("7", "8"):
        reported(album, tag(value))
    judge_again()
    assert accepted() == ["7"]
    sandbox.set_start_list(album.pk, ["8", "9"])

    page = asked(staff, album)

    assert "The start list has 2 numbers now: 1 (8) new, 1 (7) no longer on it." in page
    for said in ("1 number of 1 photo is withdrawn", "1 number of 1 photo is added"):
        assert said in page
    judge_again()
    assert accepted() == ["7"]  # looking keeps no list
    assert "has 2 numbers. What was read is judged again." in ordered(staff, album)
    judge_again()
    assert accepted() == ["8"]
    assert AuditEntry.objects.filter(action="Judged the numbers again").count() == 1
    assert "has 2 numbers now, the same as before." in asked(staff, album)


def test_judge_again_button_says_why_the_list_cannot_be_fetched_and_judges_nothing(staff, sandbox):
    album = listed_album(sandbox, "7")
    reported(album, tag("7"))
    judge_again()
    sandbox.remove_start_list(album.pk)

    for page in (asked(staff, album), ordered(staff, album)):
        assert "The start list cannot be fetched, so nothing is judged again. " in page
    assert not AuditEntry.objects.exists()
    assert accepted() == ["7"]


def test_judge_again_button_fetches_the_list_before_anything_is_read(staff, sandbox):
    album = listed_album(sandbox, "7")

    assert "The start list has 1 number now. None was fetched before." in asked(staff, album)
    assert "The start list has 1 number. No number was read yet." in ordered(staff, album)
    kept = kept_list(album)
    assert kept is not None
    assert kept.start_numbers == ("7",)
    assert not AlbumRejudging.objects.exists()
    assert AuditEntry.objects.get().action == "Fetched the start list"


def test_judge_again_button_is_not_there_where_nothing_was_read_and_there_is_no_list(staff: Client):
    assert "No number was read on its photos yet" in asked(staff, album_of())
