"""Celery's tasks: how one row of each is made to raise, or why none of them can."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

import foundation.messaging.tasks
import foundation.records.tasks
import recognition.tasks
import tagging.tasks
from config.tests.one_row import Case, Patch, in_a_batch, raises, raises_for
from foundation.messaging import commands
from foundation.messaging import jobs as kinds
from foundation.messaging import jobs as running
from foundation.messaging.models import DeadLetter, LongJob, OutboxMessage
from foundation.records import partitions
from foundation.records import retention as audit
from recognition import retention
from recognition.jobs import commands as jobs
from recognition.models import AlbumPhotosProcessingJob, AlbumRetention, Photo, Selfie
from recognition.numbers import judging_again as start_lists
from recognition.photos import counting
from recognition.records import photo_state
from recognition.rejudging import rejudging
from recognition.selfies import ending
from recognition.tests.calls.judging import album_of, read, tag
from recognition.tests.factories import (
    AlbumFactory,
    CompetitorInstanceFactory,
    PhotoFactory,
    TenantFactory,
)
from recognition.wire import picture_copies
from tagging.models import Work, WorkState
from tagging.records import open_tasks as copies
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks
from tagging.works import expiring

SINGLE = "it works on one row, which it is given"
STATEMENT = "it deletes by statements: the database does all rows or none, and none is read"
ALONE: Mapping[str, str] = {
    "messaging.run_job": f"{SINGLE}; the rows of each kind of job are below",
    "messaging.sweep_outbox": "each lane but one gets a task of its own before that is drained",
    "recognition.process_photo": f"{SINGLE}; it counts its failures",
    "recognition.apply_callback": f"{SINGLE}; it counts its failures, and is given up",
    "recognition.delete_callbacks": STATEMENT,
    "tagging.count_tasks": "one statement counts, one writes what was counted",
    "records.prune_audit": STATEMENT,
    "rest.delete_kept_answers": STATEMENT,
}


def _prune(patch: Patch) -> Case:
    long_ago = timezone.now() - timedelta(days=300)
    about = {"body": b"", "reason": "r", "died_on": long_ago}
    DeadLetter.objects.create(pk=uuid4(), sent_back_on=long_ago, **about)
    DeadLetter.objects.create(pk=uuid4(), put_aside_on=long_ago, **about)
    tables = {OutboxMessage: "messages delivered"}
    raises_for(
        patch, commands, "_delete", "messages delivered", lambda rows, _: tables.get(rows.model, "")
    )
    return Case(
        run=foundation.messaging.tasks.prune,
        row="messages delivered",
        others_done=lambda: not DeadLetter.objects.exists(),
    )


def _sweep_jobs(patch: Patch) -> Case:
    swept: list[str] = []
    broken = sorted(kinds.JOB_KINDS)[1]

    def claimed(kind: kinds.JobKind[Any], _: object) -> list[LongJob]:
        swept.append(kind.name)
        return []

    patch.setattr(running, "claim_wakeups", claimed)
    raises_for(patch, running, "claim_wakeups", broken, lambda kind, _: [kind.name])
    return Case(
        run=foundation.messaging.tasks.sweep_jobs,
        row=broken,
        others_done=lambda: {*swept, broken} == set(kinds.JOB_KINDS),
    )


def _prune_jobs(patch: Patch) -> Case:
    pruned: list[str] = []
    broken = sorted(kinds.JOB_KINDS)[1]
    for name, kind in kinds.JOB_KINDS.items():
        patch.setattr(kind, "prune", lambda _, name=name: pruned.append(name), raising=True)
    patch.setattr(kinds.JOB_KINDS[broken], "prune", raises)
    return Case(
        run=foundation.messaging.tasks.prune_jobs,
        row=broken,
        others_done=lambda: {*pruned, broken} == set(kinds.JOB_KINDS),
    )


def _partitions(patch: Patch) -> Case:
    made: list[str] = []
    broken = partitions.PARTITIONED[0].name
    patch.setattr(audit, "make_partitions", lambda table, **_: made.append(table.name))
    raises_for(patch, audit, "make_partitions", broken, lambda table, **_: [table.name])
    return Case(
        run=foundation.records.tasks.make_partitions_task,
        row=broken,
        others_done=lambda: {*made, broken} == {each.name for each in partitions.PARTITIONED},
    )


def _photos(patch: Patch) -> Case:
    due = {"faces_next_attempt_on": timezone.now(), "face_failure": "No answer."}
    photos = PhotoFactory.create_batch(3, **due)
    row = str(photos[1].pk)
    raises_for(patch, photo_state, "reason_of", row)
    described = Photo.objects.exclude(reason_description="")
    return Case(
        run=recognition.tasks.sweep_photos_task,
        row=row,
        others_done=lambda: (
            {*described.values_list("pk", flat=True)} == {photos[0].pk, photos[2].pk}
        ),
    )


def _judging(patch: Patch) -> Case:
    album = album_of(infer_numbers=True)
    photos = [read(album, tag(f"10{place}")) for place in range(3)]
    row = photos[1].pk
    raises_for(patch, rejudging, "infer_in_bursts", str(row), in_a_batch)
    due = Photo.objects.filter(judge_on__isnull=False)
    return Case(
        run=recognition.tasks.judge_numbers_task,
        row=str(row),
        others_done=lambda: [each.pk for each in due] == [row],
    )


def _hours(patch: Patch) -> Case:
    done: list[str] = []
    for name in ("count_hours", "keep_backlog", "measure_deliveries"):
        patch.setattr(counting, name, lambda _, name=name: done.append(name))
    patch.setattr(counting, "keep_backlog", raises)
    return Case(
        run=recognition.tasks.count_hours_task,
        row="backlog",
        others_done=lambda: done == ["count_hours", "measure_deliveries"],
    )


def _scheduled(patch: Patch) -> Case:
    albums = [PhotoFactory.create().album for _ in range(3)]
    row = str(albums[1].pk)
    raises_for(patch, jobs, "start_jobs", row, lambda albums, *_: [str(each.pk) for each in albums])
    return Case(
        run=recognition.tasks.start_scheduled_jobs_task,
        row=row,
        others_done=lambda: AlbumPhotosProcessingJob.objects.count() == 2,
    )


def _retentions(patch: Patch) -> Case:
    long_ago = timezone.now() - timedelta(days=9)
    albums = AlbumFactory.create_batch(3, keep_days=1)
    for album in albums:
        PhotoFactory.create(album=album, created_on=long_ago)
    row = str(albums[1].pk)
    raises_for(patch, retention, "_start", row)
    return Case(
        run=recognition.tasks.start_retentions_task,
        row=row,
        others_done=lambda: AlbumRetention.objects.count() == 2,
    )


def _start_lists(patch: Patch) -> Case:
    tenant = TenantFactory.create(competitor_instance=CompetitorInstanceFactory.create())
    long_ago = timezone.now() - timedelta(days=1)
    albums = AlbumFactory.create_batch(3, tenant=tenant, start_list_checked_on=long_ago)
    for album in albums:
        PhotoFactory.create(album=album)
    row, done = str(albums[1].pk), set[object]()
    patch.setattr(start_lists, "start_list_of", lambda album, _: done.add(album.pk))
    raises_for(patch, start_lists, "start_list_of", row, lambda album, _: [str(album.pk)])
    return Case(
        run=recognition.tasks.check_start_lists_task,
        row=row,
        others_done=lambda: done == {albums[0].pk, albums[2].pk},
    )


def _selfies(patch: Patch) -> Case:
    selfie = Selfie.objects.create(album=AlbumFactory.create(), state="NotFound")
    Selfie.objects.filter(pk=selfie.pk).update(created_on=timezone.now() - timedelta(days=900))
    patch.setattr(ending, "_give_up", raises)
    return Case(
        run=recognition.tasks.end_selfies_task,
        row="answers overdue",
        others_done=lambda: not Selfie.objects.exists(),
    )


def _old_pictures(patch: Patch) -> Case:
    folder = Path(mkdtemp())
    patch.setattr(settings, "PICTURE_FOLDER", str(folder))
    ids = [uuid4() for _ in range(3)]
    for each in ids:
        (folder / f"{each}"[:2]).mkdir(exist_ok=True)
        (folder / f"{each}"[:2] / f"{each}.thumbnail").touch()
    raises_for(patch, picture_copies, "forget_pictures", str(ids[1]))
    return Case(
        run=recognition.tasks.sweep_pictures_task,
        row=str(ids[1]),
        others_done=lambda: [path.stem for path in folder.glob("*/*")] == [str(ids[1])],
    )


def _works(patch: Patch) -> Case:
    waiting_tasks(6)
    long_ago = timezone.now() - timedelta(hours=9)
    taggers = [new_tagator(settings={"tasks_per_work": 2}) for _ in range(3)]
    works = [taken_work(each, now=long_ago) for each in taggers]
    row = str(works[1].pk)
    raises_for(patch, expiring, "expire_work", row, lambda command: str(command.work_id))
    active = Work.objects.filter(state=WorkState.ACTIVE)
    return Case(
        run=tagging.tasks.expire_works_task,
        row=row,
        others_done=lambda: [str(each.pk) for each in active] == [row],
    )


def _copies(patch: Patch) -> Case:
    copied: list[Any] = []
    tasks = waiting_tasks(3)
    row = str(tasks[1].photo_id)
    tagator = str(new_tagator().pk)
    patch.setattr(copies, "get_picture", lambda photo_id, _: copied.append(photo_id))
    raises_for(patch, copies, "get_picture", row)
    return Case(
        run=lambda: tagging.tasks.copy_pictures_task(tagator_id=tagator, album_id=""),
        row=row,
        others_done=lambda: copied == [tasks[0].photo_id, tasks[2].photo_id],
    )


PLANTED: Mapping[str, Callable[[Patch], Case]] = {
    "messaging.prune": _prune,
    "messaging.prune_jobs": _prune_jobs,
    "messaging.sweep_jobs": _sweep_jobs,
    "recognition.count_hours": _hours,
    "recognition.end_selfies": _selfies,
    "recognition.judge_numbers": _judging,
    "recognition.check_start_lists": _start_lists,
    "recognition.start_retentions": _retentions,
    "recognition.start_scheduled_jobs": _scheduled,
    "recognition.sweep_photos": _photos,
    "recognition.sweep_pictures": _old_pictures,
    "records.make_partitions": _partitions,
    "tagging.copy_pictures": _copies,
    "tagging.expire_works": _works,
}
