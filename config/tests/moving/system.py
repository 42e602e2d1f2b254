"""A system with something of each kind, made by its commands; and what its tables hold."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import connection, models
from django.utils import timezone

from activities.models import Activity, RewardClaim
from activities.receiving.commands import CreateActivityCommand, create_activity
from activities.tests.factories import sport_data
from config.own_apps import OWN_LABELS
from foundation.messaging import jobs
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.moving.checking import check_folder
from foundation.moving.importing import ImportFolderCommand, start_import
from foundation.moving.kinds import KINDS, MovedKind
from foundation.moving.models import FolderImport
from foundation.records.audit import Actor
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from recognition.models import (
    AlbumCustomTag,
    AlbumText,
    ErasedFaces,
    FormerNumber,
    KnownFace,
    PersonApart,
    PersonMerge,
    PhotoAttempt,
    PhotoCorrection,
    PhotoNumber,
    PhotoPerson,
    PhotoRepublication,
    ProcessedPhoto,
    Selfie,
    SelfiePerson,
    SuggestedNumber,
    SuggestedPerson,
    UnreadRegions,
)
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
    PhotoFactory,
    TenantFactory,
)
from rewards.balances.commands import AdjustBalanceCommand, adjust_balance
from rewards.models import LimitPeriod, LimitScope, LimitUnit, RewardLimit
from rewards.tests.factories import active_formula, golden_example
from tagging.pay.models import PaidMonth, Payment
from tagging.records.guides import AlbumGuide, PhotoQuestion
from tagging.records.quality import (
    AlbumQuality,
    Certainty,
    CertaintyOutcome,
    Comparison,
    KnownAnswer,
    KnownAnswerReading,
    LaterReading,
)
from tagging.records.tags import AddTagsCommand, add_tags
from tagging.tests.factories import manual_album, new_tagator, taken_work, waiting_tasks
from tagging.works.commands import CompleteTaskCommand, complete_task
from tagging.works.skipping import SkipTaskCommand, skip_task

BOX = {"left": 0.25, "top": 0.5, "width": 0.125, "height": 0.1}
SYSTEM_OWN = {"moving.FolderImport", "records.AuditEntry"}


def fill() -> None:
    """Put something of each kind into the system, by its commands where they are short."""
    _photos()
    _tagging()
    _rewards()
    OutboxMessage.objects.all().delete()


def tables() -> dict[str, list[str]]:
    """Return the rows of all tables that move, as texts, without row ids."""
    return {kind.model._meta.label: sorted(_rows(kind)) for kind in _all_kinds()}


def _all_kinds() -> Iterator[MovedKind]:
    for kind in KINDS.values():
        yield from (kind, *kind.children)


def _rows(kind: MovedKind) -> Iterator[str]:
    fields = [
        each.attname
        for each in kind.model._meta.concrete_fields
        if not isinstance(each, models.AutoField | models.BigAutoField)
        and each.attname not in {"user_id", "job_id", "month_id", "traceparent"}
    ]
    for row in kind.model._default_manager.values(*fields):
        yield repr({name: bytes(value) if isinstance(value, memoryview) else value
                    for name, value in row.items()})  # fmt: skip


def empty() -> None:
    """Delete all rows of our apps and the users, as an installation begins."""
    labels = [model._meta.db_table for model in apps.get_models()
              if model._meta.app_label in OWN_LABELS and not model._meta.proxy]  # fmt: skip
    with connection.cursor() as cursor:
        tables = ", ".join(f'"{name}"' for name in [*labels, "auth_user"])
        cursor.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")


def import_all(
    folder: Path, *, is_update: bool = False, kinds: tuple[str, ...] = ()
) -> FolderImport:
    """Check a folder and import it, as the command does."""
    report = check_folder(folder, kinds)
    assert not report.fault_count, list(report.lines())
    by = Actor("ann")
    command = ImportFolderCommand(
        folder=folder, kinds=kinds, is_update=is_update, total=report.row_count, by=by
    )
    job = start_import(command)
    for _ in jobs.portions(FolderImport, job.pk, uuid4()):
        pass
    job.refresh_from_db()
    return job


def _photos() -> None:
    now = timezone.now()
    space = AccountSpaceFactory.create()
    tenant = TenantFactory.create(competitor_instance=CompetitorInstanceFactory.create(token="x"))
    album = AlbumFactory.create(
        tenant=tenant, face_space=space, minimum_confidence=0.1, former_face_spaces=[space.pk]
    )
    AlbumCustomTag.objects.create(album=album, name="Élan")
    AlbumText.objects.create(album=album, value="2026", words="#", photos=3)
    PersonMerge.objects.create(album=album, person_id="a", into="b", merged_on=now)
    PersonApart.objects.create(album=album, person_id="a", other="c")
    KnownFace.objects.create(space=space, face_id="f", person_id="a")
    photo = PhotoFactory.create(
        album=album, photographer_id=uuid4(), shooting_date=now, version=7, persons_version=7,
        tags_version=6, custom_tags=["Élan"], state="Processed", face_recognized=True,
        number_recognized=True, faces_recognized_on=now,
    )  # fmt: skip
    PhotoFactory.create(album=album, state="Deleted")
    number = {"photo": photo, "album_id": album.pk, "confidence": 0.9, "box": BOX}
    PhotoNumber.objects.create(**number, value="12", source="Provider", place_x=3, words="a #")
    PhotoNumber.objects.create(**number, value="13", source="Manual", rejection="NotInStartList")
    PhotoPerson.objects.create(photo=photo, person_id="b", merged_from=[{"personId": "a"}], box=BOX)
    SuggestedNumber.objects.create(photo=photo, value="7")
    SuggestedPerson.objects.create(photo=photo, album_id=album.pk, person_id="b", may_be="d")
    FormerNumber.objects.create(
        photo=photo, value="1", source="Provider", is_suggestion=False, judged_on=now,
        evidence={"read": "1"},
    )  # fmt: skip
    UnreadRegions.objects.create(photo=photo, regions=[{"box": BOX, "confidence": 0.5}])
    PhotoCorrection.objects.create(
        photo=photo, result="Numbers", before=["1"], after=[], corrected_on=now
    )
    PhotoRepublication.objects.create(photo=photo, changes={"name": ["a", "b"]}, occurred_on=now)
    ProcessedPhoto.objects.create(photo=photo, mode="Again", taken_on=now)
    ErasedFaces.objects.create(photo=photo, boxes=[BOX])
    PhotoAttempt.objects.create(
        photo=photo, recogniser="NumberProvider", outcome="Failed", reason="Away", occurred_on=now
    )
    CallbackFactory.create(request=NumberRequestFactory.create(photo=photo), next_attempt_on=None)
    selfie = Selfie.objects.create(album=album, state="Recognized", image_digest="0" * 64)
    SelfiePerson.objects.create(selfie=selfie, person_id="b", confidence=0.5)
    NumberRequestFactory.create(photo=None, selfie=selfie, type="FACE")


def _tagging() -> None:
    now = timezone.now()
    album = manual_album()
    tagator = new_tagator(
        rate_per_task=Decimal("0.15"), settings={"album_ids": frozenset([album.pk])}
    )
    new_tagator(password=None)
    tasks = waiting_tasks(3, album)
    work = taken_work(tagator, now=now)
    one, other, _third = tasks
    common: dict[str, Any] = {"tagator_id": tagator.pk, "work_id": work.pk}
    add_tags(AddTagsCommand(**common, task_id=one.pk, tags=["12", "7"], now=now))
    complete_task(CompleteTaskCommand(**common, task_id=one.pk, now=now + timedelta(seconds=30)))
    skip_task(SkipTaskCommand(**common, task_id=other.pk, reason="Blurred", now=now))
    AlbumGuide.objects.create(album=album, text="Look at the bib.")
    AlbumQuality.objects.create(album=album)
    known = KnownAnswer.objects.create(
        photo_id=other.photo_id, album=album, numbers=["1"], custom_tags=[], marked_by="ann"
    )
    KnownAnswerReading.objects.create(
        task=other, known_answer=known, tagator=tagator, numbers=[], custom_tags=[],
        expected_numbers=["1"], expected_custom_tags=[], is_hit=False, read_on=now,
    )  # fmt: skip
    comparison = Comparison.objects.create(
        task=one, second_task=other, first_tagator=tagator, first_numbers=["12"],
        first_custom_tags=[], second_numbers=[], second_custom_tags=[],
    )  # fmt: skip
    LaterReading.objects.create(task=_third, comparison=comparison, numbers=[], custom_tags=[])
    Certainty.objects.create(
        task=one, certainty=Decimal("0.9"), wanted=Decimal("0.8"), readings=1, weighed_on=now,
        outcome=CertaintyOutcome.values[0],
    )  # fmt: skip
    PhotoQuestion.objects.create(task=one, tagator=tagator, text="A 7?", asked_on=now)
    month = PaidMonth.objects.create(
        begin=now - timedelta(days=31), end=now, time_zone="UTC", currency="EUR", closed_on=now,
        closed_by="ann",
    )  # fmt: skip
    Payment.objects.create(
        month=month, tagator=tagator, name="Kim", email="k@example.org", tasks=1, skipped=0,
        numbers=2,
    )  # fmt: skip


def _rewards() -> None:
    now = timezone.now()
    program = MarketingProgramFactory.create()
    golden_example(active_formula(program.pk))
    RewardLimit.objects.create(
        program=program, scope=LimitScope.PARTICIPANT, period=LimitPeriod.WEEK,
        unit=LimitUnit.POINTS, most=1000,
    )  # fmt: skip
    participant = ParticipantFactory.create(program=program)
    exercise = ExerciseFactory.create(program=program)
    ParticipantExerciseTaskFactory.create(
        participant=participant, exercise=exercise, criteria={"minDistance": 5}
    )
    for _ in range(2):
        create_activity(
            CreateActivityCommand(
                activity_id=uuid4(),
                participant_id=participant.pk,
                activity_type="SportActivity",
                activity_data=sport_data(),
                source="callback",
                now=now,
            )
        )
    settle_all()
    RewardClaim.objects.create(activity=Activity.objects.earliest("created_on"))
    adjust_balance(
        AdjustBalanceCommand(
            balance_id=participant.pk,
            operation_id=uuid4(),
            amount=Decimal("-3.5"),
            reason="Twice",
            by=Actor("ann"),
            now=timezone.now(),
        )
    )


def settle_all() -> None:
    """Do the steps of the activities."""
    for lane in set(OutboxMessage.objects.filter(kind="Handler").values_list("lane", flat=True)):
        drain(lane)
