"""A tagger at work: takes works, tags and completes their tasks, and times each request."""

import time
from collections import defaultdict
from collections.abc import Callable

from tools.bench.wire import Answer, Connection
from tools.bench.works.pool import Person

API = "/client-api/api/v2"
TAKE, LIST, TAG, COMPLETE = "POST works", "GET tasks", "POST tags", "PUT complete"
KINDS = (TAKE, LIST, TAG, COMPLETE)
NUMBERS = 10_000


class Refused(Exception):
    """A request was answered with another status than it should be."""


class Tagger:
    """Works until it may not begin another task. `times`: seconds of each request by kind."""

    def __init__(self, port: int, person: Person, may_begin: Callable[[], bool]) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.completed = 0
        self._connection = Connection(port, person.token)
        self._may_begin = may_begin

    def work(self) -> None:
        """Take works and finish their tasks.

        :raises Refused, Broken: a request failed.
        """
        while self._take():
            pass
        self._connection.close()

    def _take(self) -> bool:
        """Do a whole work; return whether there may be another one."""
        work = f"{API}/works/{self._timed(TAKE, 'POST', f'{API}/works', {}).body['workId']}"
        tasks = self._timed(LIST, "GET", f"{work}/tasks?pageSize=200").body["results"]
        for task in tasks:
            if task["state"] != "Assigned":  # the work was begun by a measurement before
                continue
            if not self._may_begin():
                return False
            self._finish(f"{work}/tasks/{task['taskId']}")
        return True

    def _finish(self, task: str) -> None:
        self.completed += 1
        first = self.completed % NUMBERS
        # One or two numbers, in turn.
        numbers = [str(first), str(NUMBERS + first)][: 1 + self.completed % 2]
        self._timed(TAG, "POST", f"{task}/tags", {"tags": numbers})
        self._timed(COMPLETE, "PUT", f"{task}/complete")

    def _timed(self, kind: str, method: str, path: str, body: object = None) -> Answer:
        began = time.perf_counter()
        answer = self._connection.ask(method, path, body)
        self.times[kind].append(time.perf_counter() - began)
        if answer.status >= 400:
            raise Refused(f"{method} {path}: {answer.status} {answer.body}")
        return answer
