"""When the process that runs AlbumPhotosProcessingJob is killed, the job…"""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as project

from foundation.messaging.tests.play.other_processes import environment
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, Photo, ProcessedPhoto
from recognition.tests.factories import AlbumFactory
from recognition.tests.job_factories import due_jobs, go_on, new_photos, start, versions

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("transactional_db", "small_parts")]


STUCK = """
import django, sys, time
django.setup()
from uuid import UUID, uuid4
from foundation.messaging.jobs import run
from recognition.jobs import commands as jobs
from recognition.models import AlbumPhotosProcessingJob
jobs.PART, begin, begun = 3, jobs.reconsider_photos, []
def stuck(*args):
    begin(*args)
    begun.append(args)
    if len(begun) == 3:
        print("in the middle", flush=True)
        time.sleep(600)
jobs.reconsider_photos = stuck
run("recognition.AlbumPhotosProcessingJob", UUID(sys.argv[1]))
"""


@pytest.fixture
def worker() -> Iterator[Any]:
    """Return how to start a process that stops in the middle of the third part of a job."""
    started: list[subprocess.Popen[str]] = []

    def run(job: AlbumPhotosProcessingJob) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", STUCK, str(job.pk)],
            env=environment("config.settings"),
            cwd=project.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_goes_on_behind_the_last_part_when_its_process_is_killed(worker: Any) -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 10)
    job = start(album)
    process = worker(job)
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.wait()

    assert versions(photos) == [2] * 6 + [1] * 4
    assert due_jobs() == []
    go_on(minutes=4)
    assert versions(photos) == [2] * 10
    job.refresh_from_db()
    assert (job.state, ProcessedPhoto.objects.count()) == (JobState.FINISHED, 10)


def test_by_force_clears_each_photo_once_though_killed(worker: Any) -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 10, state="Processed", number_recognized=True)
    process = worker(start(album, JobMode.FORCE))
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.wait()
    go_on(minutes=4)

    assert versions(photos) == [2] * 10
    assert Photo.objects.filter(number_recognized=False, tags_outdated=True).count() == 10
