"""What the tests cost in processor seconds, by folder and kind: `script/test --costs`.

Each worker asks the kernel after each test what has been used so far: by itself, by the processes
that it started (browsers too), and by PostgreSQL for its database.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from config.tests.kinds import KINDS, kinds_of

TICKS = os.sysconf("SC_CLK_TCK")  # a second
STARTS = {"subprocess.Popen", "os.fork", "os.posix_spawn"}
MAY_START = {"rehearsal", "browser", "process"}
START = "start"
DEAREST = 25
# A test's name, its kind, and the seconds of this process, of its children and of PostgreSQL.
Row = tuple[str, str, float, float, float]
Used = tuple[float, float, float]


@dataclass(eq=False)  # pytest puts plugins into sets
class Costs:
    """A plugin: each worker counts, and the controller adds up and shows."""

    rows: list[Row] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)
    used: Used = (0.0, 0.0, 0.0)
    running: str = ""
    postmaster: int = 0

    def pytest_sessionstart(self) -> None:
        self.postmaster = postmaster_of(os.environ["DATABASE_URL"])
        sys.addaudithook(self._audit)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        kinds = kinds_of(item)
        if not self.rows:  # imports and collection
            self._add(item.nodeid.partition("/")[0] + "/", START)
        self.running = "" if MAY_START.intersection(kinds) else item.nodeid
        result = yield
        self.running = ""
        self._add(item.nodeid, kinds[0])
        return result

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = (self.rows, self.unmarked)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker has counted."""
        rows, unmarked = getattr(node, "workeroutput", {}).get("costs", ((), ()))
        self.rows += rows
        self.unmarked += unmarked

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section("processor seconds")
        for line in report(self.rows, self.unmarked):
            terminalreporter.write_line(line)

    def _audit(self, event: str, _: Any) -> None:
        if event in STARTS and self.running and self.running not in self.unmarked:
            self.unmarked.append(self.running)

    def _add(self, name: str, kind: str) -> None:
        """Note what was used since the last call; a test that is plain uses this process alone.

        To look at all processes takes longer than such a test.
        """
        before = self.used
        if kind == "plain":
            self.used = (_own(), *before[1:])
        else:
            self.used = used(connection.settings_dict["NAME"], self.postmaster)
        python, children, postgres = (
            # PostgreSQL's sessions end, and take their seconds with them.
            max(now - then, 0.0)
            for now, then in zip(self.used, before, strict=True)
        )
        self.rows.append((name, kind, python, children, postgres))


def used(database: str, postmaster: int = 0) -> Used:
    """Return the seconds that this process, its children and the sessions of a database used.

    :param postmaster: the server's first process, which may be a child of this one.
    """
    found = dict(_processes())
    mine = {os.getpid()}
    for each in sorted(found):
        # Numbers grow, until they begin again: then a child is missed.
        if found[each][0] in mine and each != postmaster:
            mine.add(each)
    own = _own()
    tree = sum(found[each][1] for each in mine if each in found)
    sessions = (
        seconds
        for each, (parent, seconds) in found.items()
        if parent == postmaster and _is_session(each, database)
    )
    return own, tree - own, sum(sessions)


def _own() -> float:
    return sum(os.times()[:2])


def postmaster_of(url: str) -> int:
    """Return the first process of the server of a database, on this machine."""
    with psycopg.connect(url) as server:
        [(session,)] = server.execute("SELECT pg_backend_pid()").fetchall()
        return dict(_processes()).get(session, (0, 0.0))[0]


def _processes() -> Iterator[tuple[int, tuple[int, float]]]:
    """Give each process's parent, and its seconds with those of its children that have ended."""
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            try:
                line = Path(entry.path, "stat").read_text()
            except OSError:  # it has ended
                continue
            fields = line.rpartition(")")[2].split()
            yield int(entry.name), (int(fields[1]), sum(map(int, fields[11:15])) / TICKS)


def _is_session(pid: int, database: str) -> bool:
    """Return whether a process of PostgreSQL is titled `postgres: USER DATABASE HOST …`."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split(" ")[2:3] == [database]
    except OSError:
        return False


def report(rows: Sequence[Row], unmarked: Iterable[str]) -> Iterator[str]:
    """Give the lines of the tables: by kind, by folder, the dearest files."""
    yield f"{'kind':<12}{'tests':>8}{'seconds':>9}{'Python':>9}{'children':>9}{'PostgreSQL':>11}"
    for kind in (*KINDS, START):
        if of_kind := [row for row in rows if row[1] == kind]:
            python, children, postgres = map(sum, zip(*(row[2:] for row in of_kind), strict=True))
            count = "" if kind == START else len(of_kind)
            yield (
                f"{kind:<12}{count:>8}{_seconds(of_kind):>9.0f}"
                f"{python:>9.0f}{children:>9.0f}{postgres:>11.0f}"
            )
    tests = [row for row in rows if row[1] != START]
    yield f"{'all':<12}{len(tests):>8}{_seconds(rows):>9.0f}"
    yield ""
    yield f"{'folder':<14}{'all':>6}" + "".join(f"{kind:>11}" for kind in (*KINDS, START))
    for folder, of_folder in _dearest(rows, "/"):
        by_kind = ([row for row in of_folder if row[1] == kind] for kind in (*KINDS, START))
        cells = "".join(f"{_seconds(each):>11.0f}" for each in by_kind)
        yield f"{folder:<14}{_seconds(of_folder):>6.0f}{cells}"
    yield ""
    for file, of_file in _dearest(tests, "::")[:DEAREST]:
        yield f"{_seconds(of_file):>6.0f}  {file}"
    yield from (f"starts a process without the mark: {name}" for name in sorted(unmarked))


def _dearest(rows: Iterable[Row], end: str) -> list[tuple[str, list[Row]]]:
    """Return the rows by what their names begin with, the dearest first."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        parts.setdefault(row[0].partition(end)[0], []).append(row)
    return sorted(parts.items(), key=lambda part: -_seconds(part[1]))


def _seconds(rows: Iterable[Row]) -> float:
    return sum(sum(row[2:]) for row in rows)
