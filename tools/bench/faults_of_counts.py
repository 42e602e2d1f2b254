"""Faults that are many of something: events, messages, selfies, activities, points."""

import os
from datetime import timedelta
from decimal import Decimal
from functools import partial

from tools.bench.activities.program import make_program
from tools.bench.faults import End, Fault, newest_album, publish_photos
from tools.bench.publishing import album_of, publish
from tools.bench.rehearsal import Rehearsal

EVENTS, MESSAGES, SELFIES = 1_300, 10_500, 12
QUEUE = "task-manager.invites"


def _missing_table(_: Rehearsal) -> End:
    """Take the table of limits away from the gauges of budgets."""
    _rename("rewards_rewardlimitcounter", "kept_elsewhere")
    return partial(_rename, "kept_elsewhere", "rewards_rewardlimitcounter")


def _failing_task(_: Rehearsal) -> End:
    """Take the table away from a task that beat sends seldom."""
    _rename("rest_keptanswer", "kept_elsewhere")
    _delete_kept_answers()

    def end() -> None:
        _rename("kept_elsewhere", "rest_keptanswer")
        _delete_kept_answers()

    return end


def _delete_kept_answers() -> None:
    from celery import current_app

    current_app.send_task("rest.delete_kept_answers", queue="maintenance")


def _rename(table: str, name: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {name}")


def _locked_photos(_: Rehearsal) -> End:
    """Lock the photos, as a long transaction would: the consumer lives, and takes nothing."""
    import psycopg

    connection = psycopg.connect(os.environ["DATABASE_URL"])
    connection.execute("LOCK TABLE recognition_photo IN EXCLUSIVE MODE")
    publish(album_of(["http://127.0.0.1:9/1.jpg"]) * EVENTS)
    return connection.close


def _no_task_manager(_: Rehearsal) -> End:
    """Leave messages that no task manager takes."""
    from redis import Redis

    bus = Redis.from_url(os.environ["EVENT_BUS_URL"])
    bus.lpush(QUEUE, *[b"{}"] * MESSAGES)

    def end() -> None:
        bus.delete(QUEUE)
        bus.close()

    return end


def _failed_selfies(system: Rehearsal) -> End:
    from django.utils import timezone

    from recognition.models import Selfie

    publish_photos(system, 1)
    album = newest_album(system)
    Selfie.objects.bulk_create(
        Selfie(album_id=album, image_url=f"http://127.0.0.1/{number}.jpg", state="Failed")
        for number in range(SELFIES)
    )

    def end() -> None:
        Selfie.objects.update(created_on=timezone.now() - timedelta(days=2))

    return end


def _failed_reward(_: Rehearsal) -> End:
    from activities.models import Activity

    program = make_program(participants=1)
    failed = Activity.objects.create(
        participant_id=program.participants[0],
        marketing_program_id=program.program_id,
        type="SportActivity",
        data={},
        reward_failure="A division by zero.",
    )

    def end() -> None:
        failed.delete()

    return end


def _used_up(_: Rehearsal) -> End:
    from rewards.limits.periods import EVER
    from rewards.models import RewardLimit, RewardLimitCounter
    from rewards.past_activities import NOBODY

    limit = RewardLimit.objects.create(
        program_id=make_program(participants=1).program_id,
        scope="All",
        period="Program",
        unit="Points",
        most=Decimal(10),
    )
    RewardLimitCounter.objects.create(
        limit=limit, participant_id=NOBODY, since=EVER, used=Decimal(10), reached=100
    )

    def end() -> None:
        RewardLimit.objects.filter(pk=limit.pk).update(most=Decimal(1_000))

    return end


def _far_row(_: Rehearsal) -> End:
    """Write a row of ten years on, for which there is no partition."""
    from django.utils import timezone

    from foundation.messaging.models import OutboxMessage

    now = timezone.now()
    row = OutboxMessage.objects.create(
        kind="Peer",
        destination="none",
        lane="none",
        key="none",
        body={},
        created_on=now + timedelta(days=3_650),
        delivered_on=now,
    )

    def end() -> None:
        OutboxMessage.objects.filter(pk=row.pk).delete()

    return end


FAULTS_OF_COUNTS = (
    Fault(alerts=("GaugesFailing",), inject=_missing_table),
    Fault(alerts=("TaskFails",), inject=_failing_task),
    Fault(alerts=("PartitionsMissing",), inject=_far_row),
    Fault(alerts=("SelfiesFailed",), inject=_failed_selfies),
    Fault(alerts=("ActivitiesFailing",), inject=_failed_reward),
    Fault(alerts=("BudgetUsedUp",), inject=_used_up),
    Fault(alerts=("TaskManagerBehind",), inject=_no_task_manager),
    Fault(alerts=("ConsumerBehind",), inject=_locked_photos),
)
