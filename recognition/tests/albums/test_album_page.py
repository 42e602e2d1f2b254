"""The staff's page of an album…"""

from datetime import timedelta
from html import escape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from foundation.staff.links import address_of_list, address_of_page
from recognition.models import Album, AlbumPhotosProcessingJob, Photo
from recognition.queries.albums.pace import processed_since
from recognition.tests.calls.staff_pages import page_of, signed_in
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    return signed_in(client)


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


def test_album_page_leads_to_its_photos_of_each_state(staff: Client, album: Album) -> None:
    page = page_of(staff, Album, album.pk)

    for address, text in (
        (address_of_list(Photo, album=album.pk), "5 in all"),
        (address_of_list(Photo, album=album.pk, state="Processed"), "Processed 3"),
        (address_of_list(Photo, album=album.pk, state="Failed"), "Failed 2"),
    ):
        assert f'href="{escape(address)}"' in page
        assert f">{text}</a>" in page
    assert "Awaiting" not in page


def test_album_page_counts_no_finished_photos_of_a_huge_album(staff, album, monkeypatch):
    monkeypatch.setattr("recognition.admin.albums.cockpit.MANY", 4)

    page = page_of(staff, Album, album.pk)

    assert "5 in all" in page
    assert "Failed 2" in page
    assert "Processed 3" not in page
    monkeypatch.setattr("recognition.admin.albums.cockpit.MOST", 4)
    assert "more than 4 in all" in page_of(staff, Album, album.pk)


def test_album_page_says_when_there_is_no_photo_and_no_job(staff: Client) -> None:
    page = page_of(staff, Album, AlbumFactory.create().pk)

    assert ">0 in all</a>" in page
    assert "<dt>Latest job</dt><dd>none</dd>" in page
    assert "data-refresh" not in page


def test_album_page_shows_how_far_the_running_job_is(staff: Client, album: Album) -> None:
    under_way = PhotoFactory.create(album=album, faces_next_attempt_on="2026-01-01T00:00Z")
    job = job_of(under_way.album, state="Running")

    page = page_of(staff, Album, album.pk)

    assert "6 photos taken: 3 processed, 2 failed, 1 under way" in page
    assert "width: 83%" in page
    assert address_of_page(AlbumPhotosProcessingJob, job.pk) in page


def test_album_page_shows_the_latest_job_when_it_is_over(staff: Client, album: Album) -> None:
    job_of(album, state="Finished", finished_on="2026-05-17T10:00Z")

    page = page_of(staff, Album, album.pk)

    assert "Again, 2026-05-17 10:00:00 UTC" in page
    assert "5 photos taken: 3 processed, 2 failed, 0 under way" in page
    assert "width: " not in page.partition("Latest job")[2].partition("</fieldset>")[0]


def test_a_job_is_not_finished_before_its_photos_are(staff: Client, album: Album) -> None:
    job = job_of(album, state="Finished", finished_on="2026-05-17T10:00Z")
    finished = page_of(staff, AlbumPhotosProcessingJob, job.pk)
    Photo.objects.filter(state="Failed").update(numbers_next_attempt_on="2026-05-17T10:00Z")

    handed_over = page_of(staff, AlbumPhotosProcessingJob, job.pk)

    assert ">Finished<" in finished.replace(" ", "")
    assert ">Handed over<" not in finished
    assert "Handed over" in handed_over
    assert "5 photos taken: 3 processed, 0 failed, 2 under way" in handed_over
    assert "Handed over" in page_of(staff, Album, album.pk)


def test_the_time_left_is_one_figure_on_the_pages_of_album_and_job(staff, album):
    job = job_of(album, state="Running")
    PhotoFactory.create_batch(6, album=album)
    now = timezone.now()
    for minutes in (10, 50, 70):
        PhotoFactory.create(
            album=album,
            state="Processed",
            faces_recognized_on=now - timedelta(hours=3),
            numbers_recognized_on=now - timedelta(minutes=minutes),
        )

    pages = [page_of(staff, Album, album.pk), page_of(staff, AlbumPhotosProcessingJob, job.pk)]

    for page in pages:
        assert "Machines: 3 h for 6 photos. 2 done in the last hour." in page
    album.store(state="Off")
    off = "Machines: not known for 6 photos. Recognition is off for the album."
    assert off in page_of(staff, Album, album.pk)
    Photo.objects.filter(state="New").delete()
    assert "Nothing waits." in page_of(staff, Album, album.pk)


def test_what_an_hour_has_finished_is_counted_by_an_index(album: Album) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")

    processed = processed_since(album, timezone.now())

    assert "Seq Scan" not in processed.explain()
    # A plan for any parameters needs it in the text.
    assert "Processed" not in processed.query.sql_with_params()[1]


def test_album_page_leaves_counting_many_photos_of_a_job_to_its_own_page(staff, album, monkeypatch):
    job_of(album, state="Running")
    monkeypatch.setattr("recognition.admin.albums.cockpit.MANY", 4)

    page = page_of(staff, Album, album.pk)

    assert "more than 4 photos taken; the job&#x27;s page counts them" in page


def test_album_page_counts_once_a_view(staff, album, django_assert_max_num_queries):
    job_of(album, state="Running")

    with django_assert_max_num_queries(27):
        page_of(staff, Album, album.pk)
