"""Every list of the staff's site takes as many queries for many records as for one."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from activities.models import Activity, RewardClaim
from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import DeadLetter, InboxMessage, Outage, OutboxMessage
from foundation.staff.display import address_of_list
from programs.programs.models import Exercise
from programs.tasks.models import ParticipantExerciseTask, TaskAssignment
from programs.tests.factories import ParticipantExerciseTaskFactory, waiting_assignment
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    AlbumPhotosProcessingJob,
    AlbumRejudging,
    Callback,
    NumberRequest,
    Photo,
    Selfie,
    Tenant,
)
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, CallbackFactory
from rewards.models import RewardCorrection
from rewards.tests.corrections.corrected import staged
from tagging.models import (
    AlbumGuide,
    AlbumQuality,
    Comparison,
    KnownAnswer,
    PaidMonth,
    PhotoQuestion,
    SkippedTask,
    Tagator,
    TaggingTask,
    Work,
)
from tagging.tests.factories import new_tagator, taken_work, waiting_tasks
from tagging.tests.quality.checks import checked_album, disagreement, in_hand, known_photo
from tagging.tests.questions.asked import asked, written_guide
from tagging.works.skipping import SkipTaskCommand, skip_task

pytestmark = pytest.mark.django_db


def photo_with_results(number: int) -> None:
    request = CallbackFactory.create().request
    request.photo.numbers.create(value=str(number), source="Provider")
    request.photo.persons.create(person_id=f"p{number}")


def pause(number: int) -> None:
    now = timezone.now()
    Outage.objects.create(service=str(number), name="n", since=now, next_probe_on=now)


def message(number: int) -> None:
    OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer", key=str(number), body={}
    )


def work(_number: int) -> None:
    waiting_tasks(2)
    taken_work(new_tagator(settings={"tasks_per_work": 2}))


def skipped(_number: int) -> None:
    activity = ActivityFactory.create(state="Skipped", reward=1)
    activity.history.create(
        change="Skipped", occurred_on=activity.created_on, details={"reason": "r"}
    )


def skipped_photo(_number: int) -> None:
    [task] = waiting_tasks(1)
    taken_work(album=task.album)
    skip_task(SkipTaskCommand(**in_hand(task), reason="Too dark"))


def month_of_pay(number: int) -> None:
    now = timezone.now() - timedelta(days=31 * number)
    month = PaidMonth.objects.create(
        begin=now - timedelta(days=1), end=now, time_zone="UTC", currency="EUR", closed_on=now
    )
    month.payments.create(tagator=new_tagator(), tasks=1, skipped=0, numbers=1, paid=1)


MAKERS: dict[type[Model], Callable[[int], object]] = {
    Photo: photo_with_results,
    NumberRequest: photo_with_results,
    Callback: photo_with_results,
    Album: photo_with_results,
    Tenant: photo_with_results,
    AlbumPhotosProcessingJob: lambda _: AlbumPhotosProcessingJob.objects.create(
        album=AlbumFactory.create(), mode="Again"
    ),
    AlbumRejudging: lambda _: AlbumRejudging.objects.create(album=AlbumFactory.create()),
    Selfie: lambda _: Selfie.objects.create(album=AlbumFactory.create(), state="NotFound"),
    Outage: pause,
    Account: lambda _: AccountSpaceFactory.create(),
    AccountSpace: lambda _: AccountSpaceFactory.create(),
    OutboxMessage: message,
    Tagator: work,
    Work: work,
    TaggingTask: lambda _: waiting_tasks(1),
    Exercise: lambda _: ParticipantExerciseTaskFactory.create(),
    TaskAssignment: lambda _: waiting_assignment(),
    ParticipantExerciseTask: lambda _: ParticipantExerciseTaskFactory.create(),
    AlbumGuide: lambda _: written_guide(),
    AlbumQuality: lambda _: checked_album(second="0.1"),
    KnownAnswer: lambda n: known_photo(checked_album(known="0.1"), str(n + 1)),
    Comparison: lambda _: disagreement(),
    PhotoQuestion: lambda _: asked(),
    PaidMonth: month_of_pay,
    SkippedTask: skipped_photo,
    InboxMessage: lambda n: InboxMessage.objects.create(source="s", event_id=str(n), topic="t"),
    Activity: skipped,
    RewardClaim: lambda _: claimed(),
    RewardCorrection: lambda _: staged(is_run=True),
    DeadLetter: lambda n: DeadLetter.objects.create(pk=f"{n:032}", body=b"", reason="r"),
}


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address, secure=True).status_code == 200
    return len(queries)


@pytest.mark.parametrize("model", MAKERS)
def test_for_one_and_for_five(client: Client, model: type[Model]):
    client.force_login(User.objects.create_superuser("boss"))
    address = address_of_list(model)
    MAKERS[model](0)
    queries_of(client, address)  # what is read once a process
    one = queries_of(client, address)

    for number in range(1, 5):
        MAKERS[model](number)

    # A filter by album, account and the like appears with the second of them.
    assert queries_of(client, address) <= one + 1
    assert one <= 8
