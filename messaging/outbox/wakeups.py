"""Wake-ups: messages to the workers that the outbox holds something due.

The rows are the truth; a lost wake-up costs the seconds until the next sweep and nothing else.
"""

import time

import redis
import structlog
from celery import current_app
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from messaging.quick_redis import quick_redis

log = structlog.get_logger(__name__)

SWEEP_TASK = "messaging.sweep_outbox"
_PENDING = "messaging:wakeup-pending"
_QUEUED = "messaging:drain-queued:"  # and the lane's name
# A wake-up is for all that is committed meanwhile. One request to a peer costs a batch's statements
# and a task of its own; ten in a batch cost a fifth of that each.
GATHER_SECONDS = 0.2
# Longer than a wake-up usually waits in its queue, short enough that a lost one mutes little.
_PENDING_MS = 5000


class _Known:
    """Until when (by the monotonic clock) a wake-up is under way that no worker has taken."""

    until = 0.0


def send_wakeup() -> None:
    """Wake the outbox, unless a wake-up that no worker has taken yet is already under way.

    A broker that cannot be reached fails nothing: the rows are committed, the next sweep has them.
    """
    if time.monotonic() < _Known.until:
        return
    try:
        with quick_redis() as client:
            _send(client)
    except (OperationalError, RedisError, OSError) as error:
        log.info("outbox_wakeup_not_sent", error=str(error))


def _send(client: "redis.Redis") -> None:
    """Send a wake-up unless there is one; either way it is known until when it waits."""
    now = time.monotonic()
    asked = client.pipeline(transaction=False)
    asked.set(_PENDING, 1, nx=True, px=_PENDING_MS)
    asked.pttl(_PENDING)
    is_new, left = asked.execute()
    _Known.until = now + _waits(int(left))
    if is_new:
        current_app.send_task(SWEEP_TASK, queue="outbox", countdown=GATHER_SECONDS, retry=False)


def _waits(left: int) -> float:
    """Return for how many seconds a wake-up is not taken; `left`: milliseconds until its note ends.

    So every process goes by the clock of Redis.
    """
    return max(0.0, GATHER_SECONDS - (_PENDING_MS - left) / 1000)


def forget() -> None:
    """Know of no wake-up."""
    _Known.until = 0.0


def take_wakeup() -> None:
    """Let the next commit send a wake-up again; called before the outbox is read, never after.

    Not before its time, which other processes rely on: this machine's clock may be ahead.
    """
    forget()
    try:
        with quick_redis() as client:
            time.sleep(_waits(int(client.pttl(_PENDING))))
            client.delete(_PENDING)
    except (RedisError, OSError) as error:
        log.info("outbox_wakeup_not_taken", error=str(error))


def queue_drain(lane: str) -> bool:
    """Note that a drain of a lane is sent to a queue; say whether none is known to wait there.

    Each wake-up finds a lane due that no worker has come to yet; where all of them are away, their
    queue would grow without end.
    """
    try:
        with quick_redis() as client:
            return bool(client.set(f"{_QUEUED}{lane}", 1, nx=True, px=_PENDING_MS))
    except (RedisError, OSError) as error:
        log.info("outbox_drain_not_noted", lane=lane, error=str(error))
        return True


def take_drain(lane: str) -> None:
    """Let the next wake-up send a drain again; called before the lane is taken, never after."""
    try:
        with quick_redis() as client:
            client.delete(f"{_QUEUED}{lane}")
    except (RedisError, OSError) as error:
        log.info("outbox_drain_not_taken", lane=lane, error=str(error))
