"""Kinds of long jobs: how one row of each is made to raise, or why none is left out."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from activities import replaying
from activities.models import Activity, ActivityReplay, RewardRecalculation
from activities.settling import rewarding as recalculating
from activities.tests.commands.test_calculate_reward import calculate_all_failed, failed
from activities.tests.factories import ActivityFactory
from config.tests.one_row import Case, Patch, in_a_batch, raises_for
from foundation.exports import commands, rows
from foundation.exports.commands import StartExportCommand, start_export
from foundation.exports.models import Export, ExportFormat
from foundation.messaging.models import LongJob, OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.messaging.tests.play.rows import to_peer, write
from foundation.moving import importing
from foundation.moving.importing import ImportFolderCommand, start_import
from foundation.moving.models import FolderImport
from foundation.records.audit import Actor
from programs.tasks import assigning
from programs.tasks.models import ParticipantExerciseTask, TaskAssignment
from programs.tests.factories import ParticipantFactory, waiting_assignment
from recognition.albums import moving_to_space
from recognition.jobs import commands as jobs
from recognition.merging import merging
from recognition.models import (
    AlbumPhotosProcessingJob,
    AlbumsMove,
    JobMode,
    PersonReassignment,
    PhotoPerson,
    ProcessedPhoto,
    Tenant,
)
from recognition.tests.calls.judging import album_of, read
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from rewards.corrections import jobs as correction_jobs
from rewards.models import CorrectionRun, FormulaDryRun, RewardCorrection
from rewards.tests.corrections.corrected import approved, changed, credited_runs, previewed
from rewards.tests.dry_runs.months import a_month, started
from rewards.trials import outcomes
from tagging.models import ReadingAgain, TaggingTask
from tagging.quality import reading_again
from tagging.tests.quality.test_second_reading import careless, order

ALONE: Mapping[str, str] = {
    "privacy.Erasure": "nothing of what is to be erased may be left out: it is tried until it is",
    "recognition.AlbumRetention": "what is to be deleted may not be left out: it is tried until "
    "it is, an album each job",
    "recognition.AlbumRejudging": "it plans by one statement; judging does each photo by itself",
}


def ids_of(rows: Sequence[Model]) -> list[str]:
    return [str(row.pk) for row in rows]


def _worked(model: type[LongJob]) -> Callable[[], None]:
    return lambda: finish_jobs(model)


def _tasks(patch: Patch) -> Case:
    job = waiting_assignment()
    people = ParticipantFactory.create_batch(3, program=job.exercise.program)
    type(people[0]).objects.update(created_on=timezone.now() - timedelta(days=1))
    row = str(people[1].pk)
    raises_for(patch, assigning, "_missing", row, lambda _, ids: in_a_batch(ids))
    return Case(
        run=_worked(TaskAssignment),
        row=row,
        others_done=lambda: (
            ParticipantExerciseTask.objects.count() == 2
            and TaskAssignment.objects.get().refused == 1
        ),
    )


def _export(patch: Patch) -> Case:
    patch.setattr(settings, "EXPORT_FOLDER", Path(mkdtemp()))
    messages = write(*(to_peer(key=f"k{n}") for n in range(3)))
    row = str(messages[1].pk)
    command = StartExportCommand(
        export_id=uuid4(),
        model_label="messaging.outboxmessage",
        filters="",
        format=ExportFormat.CSV,
        user=User.objects.create_superuser("boss"),
        now=timezone.now(),
    )
    export = start_export(command)
    raises_for(patch, rows, "_cell", row, lambda _shown, record, _name: [str(record.pk)])

    def others_done() -> bool:
        export.refresh_from_db()
        _, one, broken, two = commands.file_of(export).read_text("utf-8-sig").splitlines()
        return (
            broken.startswith(f"{row}: ") and [each[:7] for each in (one, two)] == ["Request"] * 2
        )

    return Case(run=_worked(Export), row=row, others_done=others_done)


def _dry_run(patch: Patch) -> Case:
    month = a_month("1", "2", "3")
    run = started(month.formula)
    when = month.activities[1].created_on
    raises_for(patch, outcomes, "decide", str(when), lambda _, __, on: [str(on)])

    def others_done() -> bool:
        run.refresh_from_db()
        sides = [run.results[side] for side in ("live", "draft")]
        counts = [(side["failed"], side["rewarded"]) for side in sides]
        named = {each["activity_id"] for each in run.results["failures"]}
        return counts == [(1, 2), (1, 2)] and named == {str(month.activities[1].pk)}

    row = str(month.activities[1].pk)
    return Case(run=_worked(FormulaDryRun), row=row, others_done=others_done)


def _correction(patch: Patch) -> Case:
    runs = changed(credited_runs("5", "6", "7"))
    when = runs.activities[1].created_on
    raises_for(patch, outcomes, "decide", str(when), lambda _, __, on: [str(on)])

    def others_done() -> bool:
        correction = RewardCorrection.objects.get()
        return correction.items.count() == 2 and correction.results["failed"] == 1

    row = str(runs.activities[1].pk)
    return Case(run=lambda: previewed(runs), row=row, others_done=others_done)


def _adjusting(patch: Patch) -> Case:
    correction = previewed(changed(credited_runs("5", "6", "7")))
    approved(correction)
    row = str(correction.items.order_by("pk")[1].pk)
    raises_for(patch, correction_jobs, "adjust", row, lambda _, items, __: ids_of(items))

    def others_done() -> bool:
        states = list(correction.items.order_by("pk").values_list("state", flat=True))
        return states == ["Applied", "Refused", "Applied"]

    return Case(run=_worked(CorrectionRun), row=row, others_done=others_done)


def _recalculation(patch: Patch) -> Case:
    formula = failed(3)
    calculate_all_failed(formula)
    row = str(Activity.objects.filter(failed_formula=formula)[1].pk)
    raises_for(patch, recalculating, "calculate_many_again", row, in_a_batch)
    steps = OutboxMessage.objects.filter(destination="activities.calculate_reward")
    return Case(run=_worked(RewardRecalculation), row=row, others_done=lambda: steps.count() == 2)


def _replay(patch: Patch) -> Case:
    now = timezone.now() + timedelta(days=1)
    activities = ActivityFactory.create_batch(3)
    row = str(activities[1].pk)
    ActivityReplay.objects.create(pk=uuid4(), created_before=now, created_on=now)

    raises_for(patch, replaying, "batch_of", row, ids_of)
    return Case(
        run=_worked(ActivityReplay),
        row=row,
        others_done=lambda: OutboxMessage.objects.values("key").distinct().count() == 2,
    )


def _processing(patch: Patch) -> Case:
    album = AlbumFactory.create()
    photos = PhotoFactory.create_batch(3, album=album)
    row = str(photos[1].pk)
    jobs.start_album_processing(
        jobs.StartAlbumProcessingCommand(album_id=album.pk, now=timezone.now(), mode=JobMode.FORCE)
    )
    raises_for(patch, jobs, "reconsider_photos", row, in_a_batch)
    return Case(
        run=_worked(AlbumPhotosProcessingJob),
        row=row,
        others_done=lambda: (
            {*ProcessedPhoto.objects.values_list("photo_id", flat=True)}
            == {photos[0].pk, photos[2].pk}
        ),
    )


def _reassigning(patch: Patch) -> Case:
    album = album_of()
    photos = [read(album, persons=("ann",)) for _ in range(3)]
    row = str(photos[1].pk)
    PersonReassignment.objects.create(album=album, person_id="ann", why="w", started_by="meg")
    done: list[str] = []
    patch.setattr(merging, "reassign_persons", lambda _, some, __: done.extend(in_a_batch(some)))
    raises_for(patch, merging, "reassign_persons", row, lambda _, some, __: in_a_batch(some))
    on = PhotoPerson.objects.filter(person_id="ann").exclude(photo=photos[1].pk)
    return Case(
        run=_worked(PersonReassignment),
        row=row,
        others_done=lambda: {str(each.photo_id) for each in on} == set(done),
    )


def _moving(patch: Patch) -> Case:
    used, new = AccountSpaceFactory.create(), AccountSpaceFactory.create()
    albums = AlbumFactory.create_batch(3, face_account=used.account, face_space=used)
    row = str(albums[1].pk)
    moving_to_space.move_albums(
        moving_to_space.MoveAlbumsCommand(
            account_id=used.account_id, to_space_id=new.pk, now=timezone.now()
        )
    )
    raises_for(
        patch,
        moving_to_space,
        "change_album_recognition_settings",
        row,
        lambda order: str(order.album_id),
    )

    def run() -> None:
        try:
            finish_jobs(AlbumsMove)
        except moving_to_space.AlbumsNotMoved:
            return
        raise AssertionError("A move that leaves an album out ends with a reason.")

    def others_done() -> bool:
        used.account.refresh_from_db()
        reason = AlbumsMove.objects.get().reason
        return new.albums.count() == 2 and used.account.is_active and reason.startswith("1 album")

    return Case(run=run, row=row, others_done=others_done)


def _import(patch: Patch) -> Case:
    folder = Path(mkdtemp())
    tenants = [str(uuid4()) for _ in range(3)]
    (folder / "tenants.jsonl").write_text("".join(f'{{"tenantId": "{pk}"}}\n' for pk in tenants))
    command = ImportFolderCommand(
        folder=folder, kinds=(), is_update=False, total=3, by=Actor("ann")
    )
    start_import(command)
    raises_for(patch, importing, "store", "tenants, line 2", lambda _, rows, **__: in_a_batch(rows))
    return Case(
        run=_worked(FolderImport),
        row="tenants, line 2",
        others_done=lambda: (
            {str(each.pk) for each in Tenant.objects.all()} == {tenants[0], tenants[2]}
        ),
    )


def _reading_again(patch: Patch) -> Case:
    tasks = sorted(careless("1", "2", "3"), key=lambda task: task.pk)
    row = str(tasks[1].pk)
    reading_again.read_again(order(tasks[0]))
    raises_for(patch, reading_again, "ask_others", row, lambda _, ids, __: in_a_batch(ids))
    asked = TaggingTask.objects.filter(purpose="SecondReading")
    return Case(run=_worked(ReadingAgain), row=row, others_done=lambda: asked.count() == 2)


PLANTED: Mapping[str, Callable[[Patch], Case]] = {
    "activities.ActivityReplay": _replay,
    "activities.RewardRecalculation": _recalculation,
    "exports.Export": _export,
    "moving.FolderImport": _import,
    "programs.TaskAssignment": _tasks,
    "recognition.AlbumPhotosProcessingJob": _processing,
    "recognition.AlbumsMove": _moving,
    "recognition.PersonReassignment": _reassigning,
    "rewards.CorrectionRun": _adjusting,
    "rewards.FormulaDryRun": _dry_run,
    "rewards.RewardCorrection": _correction,
    "tagging.ReadingAgain": _reading_again,
}
