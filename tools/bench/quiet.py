"""Whether everything is delivered, and what is left over where it is not."""

import time
from collections.abc import Iterator

from django.db import connection

from tools.bench.bus_depth import messages_on_the_bus

_BETWEEN_LOOKS_SECONDS = 0.2


def is_quiet() -> bool:
    """Say, after a moment, whether the outbox and the bus are empty."""
    from foundation.messaging.models import OutboxMessage

    time.sleep(_BETWEEN_LOOKS_SECONDS)
    return not messages_on_the_bus() and not OutboxMessage.objects.waiting().exists()


def leftovers() -> Iterator[str]:
    """Report the messages that are dead or not delivered."""
    from foundation.messaging.models import DeadLetter, OutboxMessage

    yield from counted(
        {
            "outbox rows dead": OutboxMessage.objects.dead().count(),
            "outbox rows not delivered": OutboxMessage.objects.waiting().count(),
            "dead letters": DeadLetter.objects.count(),
        }
    )


def counted(counts: dict[str, int]) -> Iterator[str]:
    """Report what there is some of: "3 dead letters"."""
    for what, count in counts.items():
        if count:
            yield f"{count} {what}"


def disconnect() -> None:
    """Close this thread's connection: the server will be killed, and later ones come checked."""
    connection.close()
