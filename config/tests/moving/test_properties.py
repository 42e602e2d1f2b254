"""Imports that repeat and overlap, with events between them, against a plain model."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from activities.models import Activity
from activities.receiving.commands import CreateActivityCommand, create_activity
from config.tests.moving.former import (
    ALBUM,
    ON,
    PARTICIPANT,
    SPORT,
    TAGATOR,
    TENANT,
    G,
    good,
    write,
)
from config.tests.moving.system import import_all, settle_all
from foundation.messaging.models import OutboxMessage
from foundation.moving.models import FolderImport
from recognition.models import Photo
from recognition.processing.publishing import PublishPhotoCommand, publish_photo
from rewards.models import Balance, BalanceOperation
from tagging.models import TaskHistory

NUMBERS = range(4)
BASE = ("tenants", "albums", "programs", "participants", "formulas", "tagators")
BY_FORMULA = 21
photos, activities, operations, tasks = (
    st.lists(st.sampled_from(NUMBERS), unique=True) for _ in range(4)
)
IMPORT = st.tuples(st.just("import"), photos, activities, tasks)
EVENT = st.tuples(st.sampled_from(["photo", "activity"]), st.sampled_from(NUMBERS))


def photo_id(number: int) -> str:
    return G(100 + number)


def activity_id(number: int) -> str:
    return G(200 + number)


def folder_of(folder: Path, photos: list[int], activities: list[int], tasks: list[int]) -> Path:
    """Write these photos, rewarded activities, and tasks that were done on the photos."""
    rows = {name: good()[name] for name in BASE}
    rows["photos"] = [
        {"photoId": photo_id(each), "albumId": ALBUM, "numberRecognized": True, "numbers": ["12"]}
        for each in sorted({*photos, *tasks})
    ]
    rows["activities"] = [
        {
            "activityId": activity_id(each),
            "participantId": PARTICIPANT,
            "type": "SportActivity",
            "state": "Skipped",
            "data": SPORT,
            "reward": each + 1,
            "createdOn": ON,
        }
        for each in activities
    ]
    rows["balance-operations"] = [
        {
            "balanceOperationId": activity_id(each),
            "balanceOperationSourceId": activity_id(each),
            "balanceId": PARTICIPANT,
            "amount": each + 1,
            "createdOn": ON,
        }
        for each in activities
    ]
    rows["works-and-tasks"] = [
        {
            "taskId": G(300 + each),
            "photoId": photo_id(each),
            "state": "Completed",
            "tags": ["12"],
            "history": [{"change": "Completed", "occurredOn": ON, "tagatorId": TAGATOR}],
        }
        for each in tasks
    ]
    return write(folder, rows)


class Plain:
    """What there should be: of each activity the points, as it came in first."""

    def __init__(self) -> None:
        self.photos: set[str] = set()
        self.points: dict[str, int] = {}
        self.tasks: set[int] = set()

    def do(self, step: Any) -> None:
        if step[0] == "import":
            _, photos, activities, tasks = step
            self.photos |= {photo_id(each) for each in (*photos, *tasks)}
            for each in activities:
                self.points.setdefault(activity_id(each), each + 1)
            self.tasks |= set(tasks)
        elif step[0] == "photo":
            self.photos.add(photo_id(step[1]))
        else:
            self.points.setdefault(activity_id(step[1]), BY_FORMULA)


def do(step: Any) -> None:
    """Do a step: an import, or an event."""
    if step[0] == "import":
        with TemporaryDirectory() as folder:
            import_all(folder_of(Path(folder), *step[1:]))
        FolderImport.objects.all().delete()
    elif step[0] == "photo":
        publish_photo(published(step[1]))
    else:
        create_activity(
            CreateActivityCommand(
                activity_id=UUID(activity_id(step[1])),
                participant_id=UUID(PARTICIPANT),
                activity_type="SportActivity",
                activity_data=SPORT,
                source="callback",
                now=timezone.now(),
            )
        )
        settle_all()


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def published(number: int) -> PublishPhotoCommand:
    return PublishPhotoCommand(
        photo_id=UUID(photo_id(number)),
        album_id=UUID(ALBUM),
        tenant_id=UUID(TENANT),
        photographer_id=None,
        shooting_date=None,
        image_url="http://127.0.0.1:9/a.jpg",
        told_on=datetime(2026, 5, 17, tzinfo=UTC),
        now=timezone.now(),
    )


@pytest.mark.django_db
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.one_of(IMPORT, EVENT), max_size=4))
def test_nothing_is_there_twice(steps: list[Any]) -> None:
    with undone():
        plain = Plain()
        do(("import", [], [], []))

        for step in steps:
            do(step)
            plain.do(step)

        assert {str(pk) for pk in Photo.objects.values_list("pk", flat=True)} == plain.photos
        credited = BalanceOperation.objects.values_list("pk", "amount")
        assert {str(pk): int(amount) for pk, amount in credited} == plain.points
        balance = sum(Balance.objects.values_list("amount", flat=True))
        assert balance == sum(plain.points.values())
        assert Activity.objects.count() == len(plain.points)
        assert TaskHistory.objects.filter(change="Completed").count() == len(plain.tasks)
        OutboxMessage.objects.all().delete()
