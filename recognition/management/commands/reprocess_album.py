"""`manage.py reprocess_album ALBUM`: recognise an album's photos again, and watch."""

import time
from argparse import ArgumentParser
from getpass import getuser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.models import Album, AlbumPhotosProcessingJob, JobMode
from recognition.models.albums import AlbumNotFound
from recognition.queries.jobs.progress import JobProgress, get_job_progress
from recognition.queries.jobs.selection import count_photos_to_process

POLL_SECONDS = 0.25


class Command(BaseCommand):
    help = "Process an album's photos again: what is not recognised, or everything by --force."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("album", type=UUID, help="the album's id")
        parser.add_argument("--force", action="store_true", help="everything, from scratch")
        parser.add_argument("--dry-run", action="store_true", help="only say how many photos")
        parser.add_argument("--wait", action="store_true", help="until no photo is due any more")
        parser.add_argument("--timeout", type=int, default=3600, help="seconds to wait; 3600")

    def handle(self, *_: Any, **options: Any) -> None:
        mode = JobMode.FORCE if options["force"] else JobMode.AGAIN
        try:
            album = Album.objects.with_settings().get_or_refuse(options["album"])
        except AlbumNotFound as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_announcement(album, mode))
        if options["dry_run"]:
            return
        actor, now = getuser()[:150], timezone.now()
        job = start_album_processing(
            StartAlbumProcessingCommand(album_id=album.pk, mode=mode, now=now, actor=actor)
        )
        self.stdout.write(f"Job {job.pk}")
        if options["wait"]:
            self.stdout.write(_outcome(self._watch(job, options["timeout"])))

    def _watch(self, job: AlbumPhotosProcessingJob, seconds: float) -> JobProgress:
        deadline = time.monotonic() + seconds
        shown = ""
        while not (done := get_job_progress(job.album_id, job.pk)).is_over:
            if (line := f"{done.resting} of {done.selected} photos") != shown:
                self.stderr.write(line, style_func=str)
                shown = line
            if time.monotonic() > deadline:
                raise CommandError("Not all photos were done in time; processing goes on.")
            time.sleep(POLL_SECONDS)
        return done


def _announcement(album: Album, mode: JobMode) -> str:
    count = count_photos_to_process(album, mode)
    how = "recognised again, from scratch" if mode is JobMode.FORCE else "processed again"
    return f"{count} photos are to be {how}. {album.why_off()}".rstrip()


def _outcome(done: JobProgress) -> str:
    others = done.selected - done.processed - done.failed
    counts = f"{done.selected} photos taken: {done.processed} processed, {done.failed} failed, "
    waiting = f"{others} waiting for a tagger or for recognition to be on"
    return f"{counts}{waiting}. Job {done.job.state}."
