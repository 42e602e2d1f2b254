"""The others, who disturb the taggers: staff, the platform, and time."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from threading import Event as Flag
from uuid import UUID, uuid4

import psycopg

from foundation.messaging.bus import broker
from foundation.messaging.bus.events import Event
from tools.bench.wire import Answer, Broken, Connection
from tools.bench.works.pool import Person

PAUSE_SECONDS = 0.25
# The time of some active works is over.
_EXPIRE = """
UPDATE tagging_work SET expires_on = now() WHERE id IN (
    SELECT id FROM tagging_work WHERE state = 'Active' ORDER BY random() LIMIT 2
)
"""


@dataclass(slots=True, kw_only=True)
class Disturbed:
    """What was done: when a photo's cancellation was acknowledged, which photos were deleted."""

    cancelled: dict[UUID, datetime] = field(default_factory=dict)
    deleted: set[UUID] = field(default_factory=set)
    priorities: int = 0
    blocked: int = 0
    expired: int = 0


@dataclass(slots=True, kw_only=True)
class Staff:
    """Disturbs; cancels and deletes the photos of `doomed`, each once."""

    port: int
    database_url: str
    token: str
    albums: Sequence[UUID]
    people: Sequence[Person]
    doomed: list[tuple[UUID, UUID]]  # photo, album
    done: Disturbed = field(default_factory=Disturbed)
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    _connection: Connection = field(init=False)

    def __post_init__(self) -> None:
        self._connection = Connection(self.port, self.token)

    def disturb(self, stop: Flag) -> None:
        """Do one thing after the other, in no order, until it is to stop."""
        acts: Sequence[Callable[[], None]] = (
            self._cancel, self._delete, self._cancel, self._delete, self._change_priority,
            self._expire, self._block,
        )  # fmt: skip
        while not stop.is_set():
            self.chance.choice(acts)()
            stop.wait(PAUSE_SECONDS)
        self._connection.close()

    def _cancel(self) -> None:
        """Cancel a photo's task over the InternalApi."""
        if self.doomed:
            photo_id, _ = self.doomed.pop()
            path = f"/internal-api/api/v2/photos/{photo_id}/tasks/cancel"
            self._ask("POST", path, {"reason": "Taken down."})
            self.done.cancelled[photo_id] = datetime.now(UTC)

    def _delete(self) -> None:
        """Publish that a photo was deleted."""
        if self.doomed:
            photo_id, album_id = self.doomed.pop()
            _publish(_deletion(photo_id, album_id))
            self.done.deleted.add(photo_id)

    def _change_priority(self) -> None:
        """Change an album's priority over the AdminApi."""
        path = f"/admin-api/api/v2/albums/{self.chance.choice(self.albums)}/priority"
        self._ask("PATCH", path, {"priority": self.chance.randint(0, 100)})
        self.done.priorities += 1

    def _expire(self) -> None:
        """Make the time of two active works be over."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.database_url) as database:
            self.done.expired += database.execute(_EXPIRE).rowcount

    def _block(self) -> None:
        """Block a tagator for a moment."""
        tagator_id = self.chance.choice(self.people).tagator_id
        for state in ("Blocked", "Active"):
            _until_done(partial(_change_state, tagator_id, state))
            time.sleep(PAUSE_SECONDS)
        self.done.blocked += 1

    def _ask(self, method: str, path: str, body: object) -> None:
        while (answer := self._try(method, path, body)) is None or answer.status >= 500:
            time.sleep(PAUSE_SECONDS)
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body}")

    def _try(self, method: str, path: str, body: object) -> Answer | None:
        try:
            return self._connection.ask(method, path, body)
        except Broken:
            return None


def _change_state(tagator_id: UUID, state: str) -> None:
    from django.utils import timezone

    from foundation.records.audit import Actor
    from tagging.models import TagatorState
    from tagging.tagators.commands import ChangeTagatorCommand, change_tagator

    change_tagator(
        ChangeTagatorCommand(
            tagator_id=tagator_id, now=timezone.now(), by=Actor("staff"), state=TagatorState(state)
        )
    )


def _until_done(act: Callable[[], None]) -> None:
    from django.db import OperationalError, connection

    while True:
        try:
            act()
        except OperationalError:
            time.sleep(PAUSE_SECONDS)
        else:
            return
        finally:
            connection.close()


def _deletion(photo_id: UUID, album_id: UUID) -> Event:
    return Event(
        id=str(uuid4()),
        source="/bench",
        type="photos.photo-deleted",
        subject=str(photo_id),
        time=datetime.now(UTC),
        data={"photoId": str(photo_id), "albumId": str(album_id)},
    )


def _publish(event: Event) -> None:
    while True:
        try:
            broker.publish(event, event.type)
        except broker.BusDown:
            time.sleep(PAUSE_SECONDS)
        else:
            return
