"""What comes in while the backup is made and the server dies: photos, activities, staff, erasures.

Each part notes what was confirmed and when. A part whose server is gone ends.
"""

import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event as Flag
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import psycopg

from tools.bench.activities.program import Program
from tools.bench.activities.sources import CALLBACK
from tools.bench.publishing import Published, publish
from tools.bench.wire import Broken, Connection

TICKS = """
CREATE TABLE IF NOT EXISTS rehearsal_tick (
    n bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp())
"""
TICK = "INSERT INTO rehearsal_tick DEFAULT VALUES RETURNING n, extract(epoch FROM at)::float8"
ANSWER_PAUSE = 0.2
TICK_PAUSE, PHOTO_PAUSE, ACTIVITY_PAUSE, OFFICE_PAUSE = 0.01, 0.15, 0.1, 1.0
CORRECTED = "77777"
REASON = "Asked by letter."


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedSubject:
    """Who was erased; `mark` is the id that may be nowhere any more."""

    erasure_id: UUID
    mark: str
    at: float


@dataclass(slots=True, kw_only=True)
class Confirmed:
    """What was confirmed, in the order in which it was; moments are seconds of the wall clock."""

    ticks: list[tuple[int, float]] = field(default_factory=list)
    activities: list[Mapping[str, Any]] = field(default_factory=list)
    photos: list[Published] = field(default_factory=list)
    corrections: list[UUID] = field(default_factory=list)
    erased: list[ErasedSubject] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Traffic:
    """Clients, staff and sources at work; `leaving` are participants who are erased in turn."""

    program: Program
    leaving: list[UUID]
    token: str
    confirmed: Confirmed = field(default_factory=Confirmed)

    @contextmanager
    def flowing(self, photos: Iterator[Published], activities: Iterator[Any]) -> Iterator[None]:
        """Let everything come in until the end of the block; photos and activities may run out."""
        stop = Flag()
        parts: list[Callable[[Flag], None]] = [
            self._tick,
            lambda flag: self._publish(photos, flag),
            lambda flag: self._send(activities, flag),
            self._correct_and_erase,
        ]
        threads = [Thread(target=self._guarded, args=(part, stop)) for part in parts]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def send_all(self, activities: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        """Send all of these, each until it is answered; return those that were refused."""
        connection, refused = Connection(int(os.environ["WEB_PORT"]), self.token), []
        for body in activities:
            while not (status := _status(connection, body)) or status >= 500:
                time.sleep(ANSWER_PAUSE)
            if status != 200:
                refused.append(body)
        connection.close()
        return refused

    def _guarded(self, part: Callable[[Flag], None], stop: Flag) -> None:
        from django.db import DatabaseError, connection

        try:
            part(stop)
        except (psycopg.OperationalError, DatabaseError):
            pass  # the server is gone
        # A fault of the rehearsal is a verdict, not the end of a thread that nothing sees.
        except Exception as error:  # noqa: BLE001
            self.confirmed.faults.append(f"{type(error).__name__}: {error}")
        finally:
            with suppress(DatabaseError):
                connection.close()

    def _tick(self, stop: Flag) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
            while not stop.wait(TICK_PAUSE):
                row = database.execute(TICK).fetchone()
                if row is not None:
                    self.confirmed.ticks.append((row[0], row[1]))

    def _publish(self, photos: Iterator[Published], stop: Flag) -> None:
        for photo in photos:
            if stop.wait(PHOTO_PAUSE):
                return
            publish([photo])
            self.confirmed.photos.append(photo)

    def _send(self, activities: Iterator[Any], stop: Flag) -> None:
        connection = Connection(int(os.environ["WEB_PORT"]), self.token)
        for body in activities:
            if stop.wait(ACTIVITY_PAUSE):
                break
            if _status(connection, body) == 200:
                self.confirmed.activities.append(body)
        connection.close()

    def _correct_and_erase(self, stop: Flag) -> None:
        chance = random.Random(24)
        orders = (self._correct, self._erase_person, self._correct, self._erase_participant)
        while True:
            for order in orders:
                if stop.wait(OFFICE_PAUSE):
                    return
                order(chance)

    def _correct(self, chance: random.Random) -> None:
        from django.utils import timezone

        from recognition.models import Photo
        from recognition.processing.correcting import (
            CorrectPhotoNumbersCommand,
            correct_photo_numbers,
        )

        known = [photo.photo_id for photo in self.confirmed.photos]
        left = Photo.objects.filter(pk__in=known, state="Processed", numbers_corrected_on=None)
        photo_ids = list(left.values_list("pk", flat=True))
        if photo_ids:
            photo_id = chance.choice(photo_ids)
            correct_photo_numbers(
                CorrectPhotoNumbersCommand(
                    photo_id=photo_id, values=[CORRECTED], now=timezone.now(), reason="Seen."
                )
            )
            self.confirmed.corrections.append(photo_id)

    def _erase_person(self, chance: random.Random) -> None:
        from django.utils import timezone

        from recognition.erasing.ordering import ErasePersonCommand, erase_person
        from recognition.models import PhotoPerson

        known = [photo.photo_id for photo in self.confirmed.photos]
        persons = list(PhotoPerson.objects.filter(photo__in=known).select_related("photo"))
        if not persons:
            return
        person = chance.choice(persons)
        erasure = erase_person(
            ErasePersonCommand(
                erasure_id=uuid4(), album_id=person.photo.album_id, person_id=person.person_id,
                reason=REASON, by=None, now=timezone.now(),
            )
        )  # fmt: skip
        self._note(erasure.pk, person.person_id)

    def _erase_participant(self, chance: random.Random) -> None:
        from django.utils import timezone

        from programs.participants.erasing import EraseParticipantCommand, erase_participant

        if not self.leaving:
            return
        participant = self.leaving.pop()
        erasure = erase_participant(
            EraseParticipantCommand(
                erasure_id=uuid4(), participant_id=participant, reason=REASON, by=None,
                now=timezone.now(),
            )
        )  # fmt: skip
        self._note(erasure.pk, str(participant))

    def _note(self, erasure_id: UUID, mark: str) -> None:
        subject = ErasedSubject(erasure_id=erasure_id, mark=mark, at=time.time())
        self.confirmed.erased.append(subject)


def _status(connection: Connection, body: Mapping[str, Any]) -> int:
    """Send an activity; return the answer's status, 0 for none."""
    try:
        return connection.ask("POST", CALLBACK, {"body": body}).status
    except Broken:
        return 0
