"""Kombu's Redis transport, changed so that no message is lost when the process is killed.

Kombu takes a message off its list with BRPOP and notes it as unacknowledged with a second command;
a process killed in between loses it. Here one script does both. The price is polling. Messages are
noted under their queue, not their topic: one that is sent again reaches no other queue.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from queue import Empty
from typing import Any

from kombu.transport import redis, virtual
from redis.client import Redis

ASK_SOONEST = 0.005
ASK_LATEST = 0.1

# KEYS: queue, unacked index, unacked hash, unreadable. ARGV: queue name.
# What is not a kombu envelope has no delivery tag to acknowledge; it is moved to a list of its own.
_TAKE = """
local raw = redis.call('RPOP', KEYS[1])
if not raw then return false end
local ok, envelope = pcall(cjson.decode, raw)
local tag = ok and type(envelope) == 'table' and type(envelope.properties) == 'table'
            and envelope.properties.delivery_tag
if type(tag) ~= 'string' then
  redis.call('LPUSH', KEYS[4], raw)
  return false
end
redis.call('ZADD', KEYS[2], redis.call('TIME')[1], tag)
redis.call('HSET', KEYS[3], tag, '[' .. raw .. ',"",' .. cjson.encode(ARGV[1]) .. ']')
return raw
"""


class QoS(redis.QoS):
    def append(self, message: Any, delivery_tag: str) -> None:
        """Remember a delivered message; Redis already knows (see `_TAKE`)."""
        virtual.QoS.append(self, message, delivery_tag)


class Channel(redis.Channel):
    QoS = QoS
    _queue_cycle: Any
    _kept: Redis | None = None

    @contextmanager
    def conn_or_acquire(self, client: Redis | None = None) -> Iterator[Redis]:
        """Use one client for all commands; kombu makes one a command, which takes as long."""
        if self._kept is None or self._kept.connection_pool is not self.pool:
            with super().conn_or_acquire() as self._kept:
                pass
        yield client or self._kept

    def take(self) -> bool:
        """Deliver one message, of any queue; return whether there was any."""
        for queue in self._queue_cycle.consume(len(self.active_queues)):
            raw = self._take_script(
                keys=[queue, self.unacked_index_key, self.unacked_key, f"{queue}.unreadable"],
                args=[queue],
            )
            if raw:
                self._queue_cycle.rotate(queue)
                self.connection._deliver(json.loads(raw), queue)  # noqa: SLF001 - as kombu does
                return True
        return False

    @cached_property
    def _take_script(self) -> Callable[..., bytes | None]:
        with self.conn_or_acquire() as client:
            return client.register_script(_TAKE)


class Poller(redis.MultiChannelPoller):
    """Asks one channel after the other, less and less often while there is nothing."""

    _channels: set["Channel"]
    _ask_after = ASK_SOONEST

    def get(self, callback: Callable[..., Any], timeout: float | None = None) -> None:
        """Deliver one message; `Empty` after `timeout` seconds without any."""
        deadline = time.monotonic() + (timeout or 0)
        while not any(self._take(channel) for channel in list(self._channels)):
            wait = min(self._ask_after, deadline - time.monotonic())
            if wait <= 0:
                self.maybe_restore_messages()
                raise Empty
            time.sleep(wait)
            self._ask_after = min(self._ask_after * 1.5, ASK_LATEST)
        self._ask_after = ASK_SOONEST

    @staticmethod
    def _take(channel: Channel) -> bool:
        return bool(channel.active_queues and channel.qos.can_consume() and channel.take())


class Transport(redis.Transport):
    Channel = Channel

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cycle = Poller()
