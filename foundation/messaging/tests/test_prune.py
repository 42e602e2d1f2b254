"""Pruning."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging import commands
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from foundation.messaging.tasks import prune
from foundation.messaging.tests.play.rows import to_handler, write
from foundation.records.partitions import count_default, list_partitions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("end", ["delivered_on", "withdrawn_on"])
def test_deletes_what_was_over_long_ago_and_nothing_else(settings: Settings, end: str):
    settings.OUTBOX_KEEP_DELIVERED = timedelta(days=7)
    old, recent, dead, waiting = write(*(to_handler(key) for key in "abcd"))
    long_ago = timezone.now() - timedelta(days=400)
    OutboxMessage.objects.update(created_on=long_ago)
    OutboxMessage.objects.filter(pk=old.pk).update(**{end: long_ago})
    OutboxMessage.objects.filter(pk=recent.pk).update(**{end: timezone.now()})
    OutboxMessage.objects.filter(pk=dead.pk).update(dead_on=long_ago)

    prune()

    left = OutboxMessage.objects.order_by("pk").values_list("pk", flat=True)
    assert list(left) == [recent.pk, dead.pk, waiting.pk]


def test_drops_a_week_and_keeps_what_waits_in_it(settings: Settings):
    settings.OUTBOX_KEEP_DELIVERED = timedelta(days=7)
    delivered, waiting, dead, late = write(*(to_handler(key) for key in "abcd"))
    (old, week, *_) = list_partitions(commands.OUTBOX)
    rows = OutboxMessage.objects
    rows.update(created_on=old.end + timedelta(days=1))
    now = week.end + timedelta(days=15)
    rows.filter(pk=delivered.pk).update(delivered_on=old.end + timedelta(days=2))
    rows.filter(pk=dead.pk).update(dead_on=old.end + timedelta(days=2))
    rows.filter(pk=late.pk).update(delivered_on=now)

    commands.prune(now)

    assert week not in list_partitions(commands.OUTBOX)
    left = rows.order_by("pk").values_list("pk", flat=True)
    assert list(left) == [waiting.pk, dead.pk, late.pk]
    assert count_default(commands.OUTBOX) == 0


def test_goes_on_in_batches_and_says_when_time_ran_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(commands, "BATCH", 10)
    write(*(to_handler(str(n)) for n in range(35)))
    OutboxMessage.objects.update(delivered_on=timezone.now() - timedelta(days=400))

    assert not any(commands.prune(timezone.now()).results)

    assert not OutboxMessage.objects.exists()
    monkeypatch.setattr(commands, "PRUNE_SECONDS", -1.0)
    assert any(commands.prune(timezone.now()).results)


def test_drops_a_week_of_the_inbox_after_the_days_of_the_setting(settings: Settings):
    settings.INBOX_KEEP = timedelta(days=30)
    week = list_partitions(commands.INBOX)[1]
    for moment in (week.end - timedelta(seconds=1), week.end):
        InboxMessage.objects.create(source="s", event_id=str(moment), topic="t", received_on=moment)

    commands.prune(week.end + timedelta(days=29))
    assert InboxMessage.objects.count() == 2
    commands.prune(week.end + timedelta(days=30))

    assert InboxMessage.objects.get().received_on == week.end
    assert week not in list_partitions(commands.INBOX)


def test_keeps_open_dead_letters_and_others_long_enough(settings: Settings):
    settings.INBOX_KEEP = timedelta(days=30)
    _letter(1, died=400)
    _letter(2, died=400, sent_back=31)
    _letter(3, died=400, sent_back=29)
    _letter(4, died=400, put_aside=31)
    _letter(5, died=400, put_aside=29)

    prune()

    assert sorted(DeadLetter.objects.values_list("topic", flat=True)) == ["1", "3", "5"]


def _letter(
    number: int, *, died: int, sent_back: int | None = None, put_aside: int | None = None
) -> None:
    now = timezone.now()
    DeadLetter.objects.create(
        id=f"00000000-0000-4000-8000-{number:012}",
        topic=str(number),
        body=b"",
        reason="broken",
        died_on=now - timedelta(days=died),
        sent_back_on=None if sent_back is None else now - timedelta(days=sent_back),
        put_aside_on=None if put_aside is None else now - timedelta(days=put_aside),
    )
