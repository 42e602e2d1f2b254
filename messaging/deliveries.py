"""What became of the messages about one thing."""

from collections.abc import Collection, Sequence

from messaging.models import WAITING, OutboxMessage


def messages_of(keys: Collection[str]) -> Sequence[OutboxMessage]:
    """Return the outbox rows with any of these keys, in the order of writing.

    Two reads, because those that wait and those that are over each have an index of their own.
    """
    rows = OutboxMessage.objects.filter(key__in=keys)
    found = [*rows.filter(WAITING), *rows.filter(~WAITING)]
    return sorted(found, key=lambda message: message.pk)
