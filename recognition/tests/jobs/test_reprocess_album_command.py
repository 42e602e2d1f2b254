"""`manage.py reprocess_album`…"""

from functools import partial
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, Photo
from recognition.tests.calls.processes import process_photos_in, run_jobs, sweep_in, until
from recognition.tests.factories import AlbumFactory, PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


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


def test_by_force_says_how_many_photos_it_clears(capsys: Any) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create_batch(3, album=album, state="Processed", number_recognized=True)

    lines = said(capsys, album.pk, "--force")

    assert lines[0] == "Recognised again, from scratch: 3 photos."
    assert AlbumPhotosProcessingJob.objects.get().mode == JobMode.FORCE
    assert Photo.objects.filter(number_recognized=True).count() == 3
    run_jobs()
    assert Photo.objects.filter(number_recognized=False).count() == 3


def test_by_force_says_what_becomes_of_corrections(capsys: Any) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create(
        album=album, state="Processed", number_recognized=True, numbers_corrected_on=timezone.now()
    )
    again = "Recognised again, from scratch"
    stay, go = "Corrections by staff on 1 photo stay.", "Corrections by staff on 1 of them are"

    assert said(capsys, album.pk, "--force", "--dry-run") == [f"{again}: 0 photos. {stay}"]
    overwriting = ("--force", "--overwrite-corrections")
    assert said(capsys, album.pk, *overwriting)[0] == f"{again}: 1 photo. {go} overwritten."
    assert AlbumPhotosProcessingJob.objects.get().mode == JobMode.OVERWRITE
    with pytest.raises(CommandError):
        said(capsys, album.pk, "--overwrite-corrections")


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_only_says_so_in_a_dry_run(capsys: Any, force: list[str]) -> None:
    photo = PhotoFactory.create(album__state="Off")

    [line] = said(capsys, photo.album_id, "--dry-run", *force)

    assert ": 0 photos. " in line
    assert line.endswith("Recognition is off for the album.")
    assert not AlbumPhotosProcessingJob.objects.exists()
    assert Photo.objects.get().version == 1


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
