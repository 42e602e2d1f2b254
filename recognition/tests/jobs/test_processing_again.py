"""Processing an album again: over the AdminApi, by the command, on the staff's site…"""

from functools import partial
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import connections
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, Photo
from recognition.photos.history import explain_photo
from recognition.tests.calls.processes import process_photos_in, run_jobs, sweep_in, until
from recognition.tests.factories import AlbumFactory, PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


def path(album_id: Any, job_id: Any = "") -> str:
    base = f"/admin-api/api/v2/albums/{album_id}/processing"
    return f"{base}/{job_id}" if job_id else base


def post(client: APIClient, album_id: Any, body: Any = None) -> Any:
    return client.post(path(album_id), body or {}, format="json")


@pytest.mark.parametrize(
    ("body", "mode"),
    [
        ({}, "Again"),
        ({"force": False}, "Again"),
        ({"force": True}, "Force"),
        ({"force": True, "overwriteCorrections": True}, "Overwrite"),
    ],
)
def test_starts_a_job(manager, body, mode):
    album = AlbumFactory.create()

    answer, again = (post(manager, album.pk, body) for _ in range(2))

    job = AlbumPhotosProcessingJob.objects.get()
    assert (answer.status_code, answer.json()) == (202, {"jobId": str(job.pk), "corrections": 0})
    assert (job.album, job.mode) == (album, mode)
    assert again.json() == answer.json()  # it joins the job that the album has


def test_refuses_what_cannot_be(manager):
    for body in ({"overwriteCorrections": True}, {"force": "perhaps"}):
        answer = post(manager, AlbumFactory.create().pk, body)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == next(iter(body))
    assert post(manager, uuid4()).json()["code"] == "album-not-found"
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_knows_no_job_of_another_album(manager: APIClient) -> None:
    job_id = post(manager, AlbumFactory.create().pk).json()["jobId"]

    for album_id in (AlbumFactory.create().pk, uuid4()):
        answer = manager.get(path(album_id, job_id))
        assert (answer.status_code, answer.json()["code"]) == (404, "job-not-found")


def said(capsys: Any, *arguments: Any) -> list[str]:
    """Run the command, and return the lines it printed."""
    call_command("reprocess_album", *map(str, arguments))
    printed: str = capsys.readouterr().out
    return printed.splitlines()


def test_starts_a_job_and_says_of_how_many_photos(capsys: Any) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create(album=album)
    PhotoFactory.create(album=album, state="Processed", number_recognized=True)

    lines = said(capsys, album.pk)

    job = AlbumPhotosProcessingJob.objects.get()
    assert lines == ["Processed again: 1 photo.", f"Job {job.pk}"]
    assert job.mode == JobMode.AGAIN
    with pytest.raises(CommandError, match="processing goes on"):
        call_command("reprocess_album", str(album.pk), "--wait", "--timeout=0")
    with pytest.raises(CommandError, match="No album"):
        call_command("reprocess_album", str(uuid4()))


def test_by_force_says_what_becomes_of_corrections(capsys, manager):
    album = AlbumFactory.create()
    PhotoFactory.create(
        album=album, state="Processed", number_recognized=True, numbers_corrected_on=timezone.now()
    )
    again = "Recognised again, from scratch"
    stay, go = "Corrections by staff on 1 photo stay.", "Corrections by staff on 1 of them are"
    assert said(capsys, album.pk, "--force", "--dry-run") == [f"{again}: 0 photos. {stay}"]
    assert not AlbumPhotosProcessingJob.objects.exists()
    overwriting = ("--force", "--overwrite-corrections")
    assert said(capsys, album.pk, *overwriting)[0] == f"{again}: 1 photo. {go} overwritten."
    assert AlbumPhotosProcessingJob.objects.get().mode == JobMode.OVERWRITE
    with pytest.raises(CommandError):
        said(capsys, album.pk, "--overwrite-corrections")
    assert post(manager, album.pk, {"force": True}).json()["corrections"] == 1
    album.store(state="Off")
    [line] = said(capsys, album.pk, "--dry-run")
    assert ": 0 photos. " in line
    assert line.endswith("Recognition is off for the album.")


def test_waits_until_no_machine_works_on_the_photos(capsys: Any, wires: SandboxClient) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create_batch(2, album=album)
    waiting = Thread(target=partial(in_a_thread, album.pk))

    waiting.start()
    until(AlbumPhotosProcessingJob.objects.exists)
    run_jobs()
    assert waiting.is_alive()
    process_photos_in(seconds=1)
    until(lambda: wires.stats("number-provider")["callbackAnswers"].get("202") == 2)
    sweep_in(seconds=31)
    waiting.join(30)

    assert not waiting.is_alive()
    assert "2 photos taken: 2 processed, 0 failed, 0 waiting" in capsys.readouterr().out
    assert AlbumPhotosProcessingJob.objects.get().state == JobState.FINISHED


def in_a_thread(album_id: Any) -> None:
    try:
        call_command("reprocess_album", str(album_id), "--wait")
    finally:
        connections.close_all()


HTTPS = {"secure": True}

RIGHTS = ("view_album", "change_album", "view_photo", "change_photo",
          "view_albumphotosprocessingjob")  # fmt: skip


@pytest.fixture
def meg(client: Any) -> Any:
    """A client signed in as meg who may change albums and photos."""
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


def shown(client: Any, address: str) -> str:
    answer = client.get(address, **HTTPS)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_chosen_photos_are_asked_about_again(meg: Any) -> None:
    chosen, other = PhotoFactory.create(), PhotoFactory.create()
    done = PhotoFactory.create(state="Processed", number_recognized=True)

    said = act(meg, "photo", "reprocess", chosen, done)
    page = act(meg, "photo", "reprocess", chosen, done, confirmed="yes")

    assert "<strong>1 photo</strong>" in said
    assert "1 of the photos are processed again." in page
    assert Photo.objects.get(version=2) == chosen
    assert other.version == 1
    assert "Chosen by meg (Again)." in [each.text for each in explain_photo(chosen.pk).entries]
    back = act(meg, "photo", "reprocess", other, confirmed="yes")  # to the one record
    assert f"<title>{other} " in " ".join(back.split()).replace("<title> ", "<title>")


def test_the_list_stays_filtered_after_its_action(meg: Any) -> None:
    photo = PhotoFactory.create(state="Failed")
    address = address_of_list(Photo, album=photo.album_id)
    chosen = {"action": "reprocess", "_selected_action": [str(photo.pk)], "confirmed": "yes"}

    answer = meg.post(address, chosen, secure=True)

    assert answer["Location"] == address


@pytest.mark.parametrize("model", ["album", "photo"])
def test_from_scratch_is_said_first_and_done_when_confirmed(meg: Any, model: str) -> None:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)
    record = photo if model == "photo" else photo.album

    page = act(meg, model, "reprocess_all", record)
    assert "<strong>1 photo</strong>" in page
    assert Photo.objects.get().number_recognized
    assert not AlbumPhotosProcessingJob.objects.exists()

    act(meg, model, "reprocess_all", record, confirmed="yes")
    jobs = AlbumPhotosProcessingJob.objects.all()
    assert [job.mode for job in jobs] == ([JobMode.FORCE] if model == "album" else [])
    run_jobs()
    assert not Photo.objects.get().number_recognized
    for job in jobs:
        listed = reverse("admin:recognition_albumphotosprocessingjob_changelist")
        assert str(photo.album) in shown(meg, listed)
        said = "1 photo taken: 0 processed, 0 failed, 1 under way"
        assert said in shown(meg, address_of_page(type(job), job.pk))


@pytest.mark.parametrize("model", ["album", "photo"])
def test_corrections_are_overwritten_only_by_a_button_of_their_own(meg: Any, model: str) -> None:
    photo = PhotoFactory.create(
        state="Processed", number_recognized=True, numbers_corrected_on=timezone.now()
    )
    record = photo if model == "photo" else photo.album

    page = act(meg, model, "reprocess_all", record)

    assert "Process 1 photo again" not in page
    assert "Also overwrite what was corrected on 1 photo" in page
    act(meg, model, "reprocess_all", record, confirmed="yes")
    run_jobs()
    assert Photo.objects.get().number_recognized
    act(meg, model, "reprocess_all", record, overwriting="yes")
    run_jobs()
    read_again = Photo.objects.get()
    assert (read_again.number_recognized, read_again.numbers_corrected_on) == (False, None)


def test_albums_say_how_many_photos_are_not_recognised_and_get_jobs_when_confirmed(meg):
    albums = [AlbumFactory.create(), AlbumFactory.create()]
    PhotoFactory.create_batch(2, album=albums[0])
    PhotoFactory.create(album=albums[1], state="Processed", number_recognized=True)

    page = act(meg, "album", "reprocess", *albums)

    assert "<strong>2 photos</strong>" in page
    assert not AlbumPhotosProcessingJob.objects.exists()
    page = act(meg, "album", "reprocess", *albums, confirmed="yes")
    assert "The albums are processed again" in page
    assert set(AlbumPhotosProcessingJob.objects.values_list("album", "mode")) == {
        (album.pk, JobMode.AGAIN) for album in albums
    }

    assert set(AlbumPhotosProcessingJob.objects.values_list("started_by", flat=True)) == {"meg"}
    audited = AuditEntry.objects.values_list("record_id", "action")
    assert set(audited) == {(str(album.pk), "Processed again") for album in albums}
