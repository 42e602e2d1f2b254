"""`manage.py reprocess_album ALBUM`: recognise an album's photos again, and watch."""

import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from foundation.records.audit import operator
from foundation.records.texts import counted
from recognition.jobs.commands import StartAlbumProcessingCommand, start_album_processing
from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode
from recognition.jobs.progress import JobProgress, get_job_progress
from recognition.jobs.selecting import count_corrected_photos, count_photos_to_process
from recognition.records.albums import Album, AlbumNotFound
from recognition.records.recognition_off import why_off

POLL_SECONDS = 0.25


class Command(BaseCommand):
    help = "Process an album's photos again: what is not recognised, or everything by --force."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("album", type=UUID, help="the album's id")
        parser.add_argument("--force", action="store_true", help="everything, from scratch")
        parser.add_argument(
            "--overwrite-corrections",
            action="store_true",
            help="with --force: also what staff corrected by hand",
        )
        parser.add_argument("--dry-run", action="store_true", help="only say how many photos")
        parser.add_argument("--wait", action="store_true", help="until no photo is due any more")
        parser.add_argument("--timeout", type=int, default=3600, help="seconds to wait; 3600")

    def handle(self, *_: Any, **options: Any) -> None:
        mode = _mode(options["force"], options["overwrite_corrections"])
        try:
            album = Album.objects.with_settings().get_or_refuse(options["album"])
        except AlbumNotFound as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_announcement(album, mode))
        if options["dry_run"]:
            return
        by, now = operator("reprocess_album"), timezone.now()
        job = start_album_processing(
            StartAlbumProcessingCommand(album_id=album.pk, mode=mode, now=now, by=by)
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


def _mode(force: bool, overwrite_corrections: bool) -> JobMode:
    if overwrite_corrections and not force:
        raise CommandError("--overwrite-corrections is for --force.")
    if overwrite_corrections:
        return JobMode.OVERWRITE
    return JobMode.FORCE if force else JobMode.AGAIN


def _announcement(album: Album, mode: JobMode) -> str:
    count = count_photos_to_process(album, mode)
    how = "Recognised again, from scratch" if mode.is_from_scratch else "Processed again"
    corrected = f"{_corrections(album, mode)} " if mode.is_from_scratch else ""
    return f"{how}: {counted(count, 'photo')}. {corrected}{why_off(album)}".rstrip()


def _corrections(album: Album, mode: JobMode) -> str:
    count = count_corrected_photos(album)
    if mode is JobMode.OVERWRITE:
        return f"Corrections by staff on {count} of them are overwritten."
    return f"Corrections by staff on {counted(count, 'photo')} stay." if count else ""


def _outcome(done: JobProgress) -> str:
    taken = f"{counted(done.selected, 'photo')} taken"
    counts = f"{done.processed} processed, {done.failed} failed"
    waiting = f"{done.waiting} waiting for a tagger or for recognition to be on"
    return f"{taken}: {counts}, {waiting}. Job {done.job.state}."
