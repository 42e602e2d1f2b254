"""Processing again on the staff's site…"""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from recognition.models import AlbumPhotosProcessingJob, JobMode, Photo
from recognition.tests.driving import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db")

HTTPS = {"secure": True}
RIGHTS = ("view_album", "change_album", "view_photo", "change_photo",
          "view_albumphotosprocessingjob")  # fmt: skip


@pytest.fixture
def staff(client: Any) -> Any:
    """A client signed in as staff who may change albums and photos."""
    user = User.objects.create_user("meg", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=RIGHTS))
    client.force_login(user)
    yield client
    user.delete()


def act(client: Any, model: str, action: str, *records: Any, **more: str) -> str:
    """Choose records, run an action on them, and return the page that follows."""
    chosen = {"action": action, "_selected_action": [str(record.pk) for record in records], **more}
    address = reverse(f"admin:recognition_{model}_changelist")
    answer = client.post(address, chosen, follow=True, **HTTPS)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_an_album_s_unrecognised_photos_get_a_job(staff: Any) -> None:
    albums = [AlbumFactory.create(), AlbumFactory.create()]

    page = act(staff, "album", "reprocess", *albums)

    assert "The albums are processed again" in page
    assert set(AlbumPhotosProcessingJob.objects.values_list("album", "mode")) == {
        (album.pk, JobMode.AGAIN) for album in albums
    }


def test_an_album_from_scratch_is_said_first_and_done_when_confirmed(staff: Any) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create_batch(3, album=album, state="Processed", number_recognized=True)

    page = act(staff, "album", "reprocess_all", album)

    assert "<strong>3 photos</strong>" in page
    assert not AlbumPhotosProcessingJob.objects.exists()
    act(staff, "album", "reprocess_all", album, confirmed="yes")
    assert AlbumPhotosProcessingJob.objects.get().mode == JobMode.FORCE


def test_chosen_photos_are_asked_about_again(staff: Any) -> None:
    chosen, other = PhotoFactory.create(), PhotoFactory.create()
    done = PhotoFactory.create(state="Processed", number_recognized=True)

    page = act(staff, "photo", "reprocess", chosen, done)

    assert "1 of the photos are processed again." in page
    assert Photo.objects.get(version=2) == chosen
    assert other.version == 1


def test_chosen_photos_from_scratch_are_said_first_and_done_when_confirmed(staff: Any) -> None:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)

    page = act(staff, "photo", "reprocess_all", photo)

    assert "<strong>1 photos</strong>" in page
    assert Photo.objects.get().number_recognized
    act(staff, "photo", "reprocess_all", photo, confirmed="yes")
    assert not Photo.objects.get().number_recognized


def test_a_job_shows_its_mode_and_its_photos(staff: Any) -> None:
    photo = PhotoFactory.create()
    act(staff, "album", "reprocess", photo.album)
    run_jobs()
    job = AlbumPhotosProcessingJob.objects.get()

    listed = reverse("admin:recognition_albumphotosprocessingjob_changelist")
    shown = reverse("admin:recognition_albumphotosprocessingjob_change", args=[job.pk])

    assert str(photo.album) in staff.get(listed, **HTTPS).content.decode()
    assert "1 taken: 0 processed, 0 failed" in staff.get(shown, **HTTPS).content.decode()


def test_who_may_only_look_may_not_process_again(staff: Any) -> None:
    User.objects.get().user_permissions.remove(Permission.objects.get(codename="change_album"))
    album = AlbumFactory.create()

    act(staff, "album", "reprocess", album)
    act(staff, "album", "reprocess_all", album, confirmed="yes")

    assert not AlbumPhotosProcessingJob.objects.exists()
