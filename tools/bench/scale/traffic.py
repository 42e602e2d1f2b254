"""Photos, taggers and activities through the running system, beside two years of others."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from threading import Event as Flag

import psycopg

from tools.bench.activities.program import (
    Program,
    add_tasks,
    make_program,
    runs_of,
    token_of_a_source,
)
from tools.bench.activities.sources import send_callbacks, shared_out
from tools.bench.ingest.photos import run_photos
from tools.bench.rehearsal import Rehearsal
from tools.bench.works import pool
from tools.bench.works.pool import Person
from tools.bench.works.tagger import Tagger

TAGGERS = 4
ALBUMS = 20
PARTICIPANTS = 50
CLIENTS = 4
TIMEOUT_SECONDS = 600.0
# The bench's own statements are none of the system's.
_UNSEEN = "-c auto_explain.log_min_duration=-1"
_UNFINISHED = """
SELECT EXISTS (SELECT FROM activities_activity WHERE state = 'Created') OR EXISTS (
    SELECT FROM messaging_outboxmessage
    WHERE delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """Who sends what: so many photos, tasks and activities."""

    system: Rehearsal
    taggers: Sequence[Person]
    program: Program
    each: int

    def run(self) -> None:
        """Send the same number of each, one kind after the other, and wait until all is done.

        :raises RuntimeError: it is not done in time.
        """
        run_photos(self.system, self.each)
        self._tag()
        self._send_activities()
        if not self.system.wait(_is_done, TIMEOUT_SECONDS):
            raise RuntimeError("activities and deliveries are not done in time")

    def _tag(self) -> None:
        begun, port = count(), int(os.environ["WEB_PORT"])
        taggers = [Tagger(port, one, lambda: next(begun) < self.each) for one in self.taggers]
        with ThreadPoolExecutor(len(taggers)) as threads:
            list(threads.map(Tagger.work, taggers))

    def _send_activities(self) -> None:
        waiting, stop = shared_out(list(runs_of(self.program, self.each))), Flag()
        token = token_of_a_source()
        with ThreadPoolExecutor(CLIENTS) as clients:
            sending = [clients.submit(send_callbacks, waiting, token, stop) for _ in range(CLIENTS)]
        for one in sending:
            one.result()


def prepare_traffic(system: Rehearsal, each: int) -> Traffic:
    """Add taggers with enough open tasks, and participants with enough tasks."""
    pool.add_tasks(pool.add_albums(ALBUMS), 2 * each + 20 * TAGGERS)
    program = make_program(PARTICIPANTS)
    add_tasks(program, 1 + each // PARTICIPANTS)
    return Traffic(system=system, taggers=pool.add_people(TAGGERS), program=program, each=each)


def _is_done() -> bool:
    with psycopg.connect(os.environ["DATABASE_URL"], options=_UNSEEN) as connection:
        row = connection.execute(_UNFINISHED).fetchone()
    return row is not None and not row[0]
