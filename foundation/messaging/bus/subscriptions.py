"""A registry: who gets the events of which topic, our handlers or queues of other services."""

from collections.abc import Callable, Mapping

from foundation.messaging.bus.cloud_events import Event

EventHandler = Callable[[Event], None]

_handlers: dict[str, list[EventHandler]] = {}
_offered: dict[str, list[str]] = {}


def subscribe(topic: str, handler: EventHandler) -> None:
    """Register `handler` for the events of `topic`.

    It runs inside the transaction that also records the event in the inbox, as do the topic's other
    handlers: what it writes is committed exactly once, or not at all. Network calls come after the
    commit, in `transaction.on_commit(…, robust=True)`. Subscribing twice is subscribing once.
    """
    handlers = _handlers.setdefault(topic, [])
    if handler not in handlers:
        handlers.append(handler)


def handlers_of(topic: str) -> tuple[EventHandler, ...]:
    return tuple(_handlers.get(topic, ()))


def topics() -> list[str]:
    return sorted(_handlers)


def offer_queue(name: str, *topics: str) -> None:
    """Register a durable queue for another service: what is published on `topics` goes into it.

    Every process declares it when it connects to the bus. Offering a queue again adds topics.
    """
    bound = _offered.setdefault(name, [])
    bound.extend(topic for topic in topics if topic not in bound)


def offered_queues() -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(topics) for name, topics in sorted(_offered.items())}
