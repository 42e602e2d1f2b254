"""A tagger who asks again until there is an answer, and notes what was acknowledged."""

import random
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from tools.bench.wire import Answer, Broken, Connection
from tools.bench.works.pool import Person
from tools.bench.works.tagger import API

PAUSE_SECONDS = 0.2
SKIPPED, REOPENED = 0.03, 0.05  # shares of tasks
BLOCKED = (401, 403)
NO_TASKS = 404
GONE = 409

Act = tuple[str, str, str]  # change, task id, work id


class Stopped(Exception):
    """The run is over."""


class Unexpected(Exception):
    """An answer that no break explains."""


@dataclass(slots=True, kw_only=True)
class Journal:
    """What one tagger knows: acts and tags that were acknowledged, and those that may have been.

    A doubtful request had no answer once, and was refused when it was repeated.
    """

    acts: Counter[Act] = field(default_factory=Counter)
    doubtful_acts: Counter[Act] = field(default_factory=Counter)
    tags: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    doubtful_tags: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    requests: int = 0
    unanswered: int = 0


class StubbornTagger:
    """Works until it is stopped; skips some tasks, and reopens and completes some again.

    `rest`: seconds before each request, for a tagger who is no faster than people are. `skips`: the
    share of tasks that are skipped.
    """

    def __init__(self, port: int, person: Person, stop: Event, seed: int) -> None:
        self.journal = Journal()
        self.rest = 0.0
        self.skips = SKIPPED
        self._connection = Connection(port, person.token)
        self._stop = stop
        self._chance = random.Random(seed)

    def work(self) -> None:
        """Work until the run is over.

        :raises Unexpected: an answer that no break explains.
        """
        with suppress(Stopped):
            while True:
                self._take()
        self._connection.close()

    def _take(self) -> None:
        answer, _ = self._ask("POST", f"{API}/works", {}, (200, 201, NO_TASKS))
        if answer.status == NO_TASKS:
            self._pause()
            return
        work_id = answer.body["workId"]
        listed, _ = self._ask("GET", f"{API}/works/{work_id}/tasks?pageSize=200", None, (200,))
        in_hand = [task for task in listed.body["results"] if task["state"] == "Assigned"]
        for task in in_hand:
            if not self._do_task(work_id, task["taskId"]):
                return

    def _do_task(self, work_id: str, task_id: str) -> bool:
        """Do a task; return whether the work goes on."""
        if self._chance.random() < self.skips:
            return self._act("Skipped", "skip", work_id, task_id, {})
        if not self._tag_and_complete(work_id, task_id):
            return self._goes_on
        if self._chance.random() < REOPENED and self._act("Reopened", "reopen", work_id, task_id):
            self._tag_and_complete(work_id, task_id)
        return self._goes_on

    def _tag_and_complete(self, work_id: str, task_id: str) -> bool:
        numbers = {str(self._chance.randint(1, 99999)) for _ in range(self._chance.randint(1, 2))}
        path = f"{API}/works/{work_id}/tasks/{task_id}/tags"
        answer, doubtful = self._ask("POST", path, {"tags": sorted(numbers)}, (200, GONE))
        if answer.status == GONE:
            if doubtful:
                self.journal.doubtful_tags[task_id] |= numbers
            return False
        self.journal.tags[task_id] |= numbers
        return self._act("Completed", "complete", work_id, task_id)

    def _act(self, change: str, verb: str, work_id: str, task_id: str, body: Any = None) -> bool:
        path = f"{API}/works/{work_id}/tasks/{task_id}/{verb}"
        answer, doubtful = self._ask("PUT", path, body, (204, GONE))
        if answer.status == GONE:
            self.journal.doubtful_acts[change, task_id, work_id] += doubtful
            return False
        self.journal.acts[change, task_id, work_id] += 1
        return True

    @property
    def _goes_on(self) -> bool:
        return self._last_code not in ("work-expired", "work-completed")

    _last_code = ""

    def _ask(
        self, method: str, path: str, body: Any, expected: tuple[int, ...]
    ) -> tuple[Answer, bool]:
        """Ask until answered; return the answer, and whether an earlier try may have had an effect.

        :raises Stopped: the run is over.
        :raises Unexpected: the answer is none of those expected.
        """
        doubtful = False
        while True:
            answer = self._try(method, path, body)
            if answer is None or answer.status >= 500:
                self.journal.unanswered += 1
                doubtful = True
            elif answer.status not in BLOCKED:
                break
            self._pause()
        self._last_code = (answer.body or {}).get("code", "")
        if answer.status not in expected:
            raise Unexpected(f"{method} {path}: {answer.status} {answer.body}")
        return answer, doubtful

    def _try(self, method: str, path: str, body: Any) -> Answer | None:
        self.journal.requests += 1
        time.sleep(self.rest)
        try:
            return self._connection.ask(method, path, body)
        except Broken:
            return None

    def _pause(self) -> None:
        if self._stop.wait(PAUSE_SECONDS * (0.5 + self._chance.random())):
            raise Stopped
