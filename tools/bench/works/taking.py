"""Times taking work with many open tasks against taking it with few, in turn."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import psycopg

from tools.bench.wire import Connection
from tools.bench.works.pool import Person
from tools.bench.works.sites import HOLDERS, Site, Sites
from tools.bench.works.tagger import API, Refused

SKIPS = 200
WARM_UP = 5

_PUT_BACK = """
WITH tasks AS (
    UPDATE tagging_taggingtask SET state = 'Open', work_id = NULL WHERE work_id = %(work)s
)
UPDATE tagging_work SET state = 'Expired', finished_on = now() WHERE id = %(work)s
"""
# The most urgent open tasks, which the tagator skipped in a work that is over.
_SKIP = """
WITH work AS (
    INSERT INTO tagging_work (
        id, tagator_id, state, created_on, expires_on, active_since, finished_on, tasks_total)
    VALUES (gen_random_uuid(), %(tagator)s, 'Completed', now(), now(), now(), now(), %(count)s)
    RETURNING id
)
INSERT INTO tagging_taskskip (tagator_id, task_id, work_id)
SELECT %(tagator)s, task.id, work.id FROM work, (
    SELECT id FROM tagging_taggingtask WHERE state = 'Open'
    ORDER BY priority DESC, shooting_date ASC NULLS LAST, id LIMIT %(count)s
) AS task
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Who takes work, and of which album."""

    name: str
    person: Person
    album_id: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A case: median milliseconds of taking work with few open tasks, and with many."""

    case: str
    few: float
    many: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes with many."""
        return self.many / self.few


def measure_taking(sites: Sites, takes: int) -> list[Taken]:
    """Take work so many times at both sites, in turn, in each case; others hold works meanwhile."""
    for site in (sites.few, sites.many):
        for holder in sites.holders:
            _take(Connection(site.port, holder.token), None)
        with psycopg.connect(site.database_url) as database:
            database.execute(_SKIP, {"tagator": sites.skipper.tagator_id, "count": SKIPS})
    return [_measure(sites, case, takes) for case in _cases(sites)]


def _cases(sites: Sites) -> Sequence[Case]:
    free = sites.free[0]
    return (
        Case(name=f"all albums, {HOLDERS} others hold works", person=free),
        Case(name=f"all albums, {SKIPS} most urgent skipped", person=sites.skipper),
        Case(name="three albums open", person=sites.bound),
        Case(name="one album asked for", person=free, album_id=sites.albums[1]),
    )


def _measure(sites: Sites, case: Case, takes: int) -> Taken:
    few, many = (_Place(site, case) for site in (sites.few, sites.many))
    times = [(few.take(), many.take()) for _ in range(WARM_UP + takes)][WARM_UP:]
    medians = [statistics.median(column) * 1000 for column in zip(*times, strict=True)]
    for place in (few, many):
        place.close()
    return Taken(case=case.name, few=medians[0], many=medians[1])


class _Place:
    """A case at a site: takes work, and puts it back outside the time."""

    def __init__(self, site: Site, case: Case) -> None:
        self._album_id = case.album_id
        self._connection = Connection(site.port, case.person.token)
        self._database = psycopg.connect(site.database_url, autocommit=True)

    def take(self) -> float:
        """Return the seconds of taking a work."""
        began = time.perf_counter()
        work_id = _take(self._connection, self._album_id)
        taken = time.perf_counter() - began
        self._database.execute(_PUT_BACK, {"work": work_id})
        return taken

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()
        self._database.close()


def _take(connection: Connection, album_id: UUID | None) -> str:
    answer = connection.ask("POST", f"{API}/works", {"albumId": str(album_id)} if album_id else {})
    if answer.status != 201:
        raise Refused(f"POST works: {answer.status} {answer.body}")
    return str(answer.body["workId"])
