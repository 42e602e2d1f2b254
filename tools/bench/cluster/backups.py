"""Backups of a database on two hosts: the primary is lost, then both are.

    python -m tools.bench.cluster.backups

Patroni with the files of deploy/cluster archives with those of deploy/backups, and `pg_receivewal`
follows the primary, while commits are written and each confirmed one is noted. The primary's host
is killed, then cut off; then both hosts lose their disks and the newest commit is restored by
Patroni. It needs root and the packages of `tools.bench.cluster`. Exits with 1 if a bar is missed.
"""

import argparse
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tools.bench.cluster.cluster import answer_of, prepared_hosts, why_not
from tools.bench.cluster.hosts import ADDRESSES
from tools.bench.cluster.parts import (
    BACKUPS,
    Parts,
    Passwords,
    backups_of,
    make_database,
    pgbackrest,
)
from tools.bench.verdicts import Verdict, conclude

BOTH = ("one", "two")
WAIT_SECONDS = 240.0
WRITE_SECONDS = 15.0
TICK = 0.3
MOST_SECONDS = 60.0
MOST_SECONDS_OF_RESTORE = 120.0
LEAST_CONFIRMED = 100
_HOSTS = ",".join(ADDRESSES[name] for name in BOTH)
_RECEIVED_BY = """
SELECT count(*) FROM pg_stat_replication
JOIN pg_replication_slots ON active_pid = pid WHERE slot_name = 'receive_wal'
"""


@dataclass(slots=True, kw_only=True)
class Databases:
    """The two hosts with PostgreSQL, the third that votes, and the receiver of WAL."""

    parts: Mapping[str, Parts]
    password: str
    confirmed: set[int] = field(default_factory=set)
    receiver: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def backups(self) -> Path:
        return backups_of(self.parts["one"].host)

    def tend(self) -> None:
        """Start again what died, as systemd does it."""
        for each in self.parts.values():
            each.tend()
        if self.receiver is not None and self.receiver.poll() is not None:
            self.receive()

    def wait(self, what: str, ready: Callable[[], bool]) -> float:
        """Wait until a condition is true; return after how many seconds.

        :raises RuntimeError: it was not in time.
        """
        began = time.monotonic()
        while not ready():
            if time.monotonic() - began > WAIT_SECONDS:
                raise RuntimeError(f"not within {WAIT_SECONDS:g} s: {what}")
            self.tend()
            time.sleep(TICK)
        return time.monotonic() - began

    def ask(self, statement: str, user: str = "finishline") -> list[tuple[object, ...]]:
        """Return the rows of a statement on the primary; none while there is no primary."""
        address = (
            f"host={_HOSTS} user={user} password={self.password} connect_timeout=2"
            " target_session_attrs=read-write tcp_user_timeout=4000"
            f" dbname={'finishline' if user == 'finishline' else 'postgres'}"
        )
        with suppress(psycopg.OperationalError), psycopg.connect(address) as database:
            done = database.execute(statement.encode())
            return done.fetchall() if done.description else []
        return []

    def primary(self) -> str:
        """Return the name of the primary's host; empty while there is none."""
        names = {address: name for name, address in ADDRESSES.items()}
        rows = self.ask("SELECT host(inet_server_addr())")
        return names[str(rows[0][0])] if rows else ""

    def is_synchronous(self) -> bool:
        return any(answer_of(f"http://{ADDRESSES[name]}:8008/sync") == 200 for name in BOTH)

    def is_received(self) -> bool:
        """Return whether the primary sends its WAL to the receiver, by the slot."""
        return self.ask(_RECEIVED_BY, user="postgres") == [(1,)]

    def is_archived(self) -> bool:
        """Return whether a segment that is written now arrives in the archive."""
        primary = self.primary()
        with suppress(RuntimeError):
            if primary:
                pgbackrest(self.parts[primary].host, "check")
                return True
        return False

    def receive(self) -> None:
        """Receive WAL by the command of the service's file, from whichever host is the primary."""
        folder = self.backups / "received"
        folder.mkdir(exist_ok=True)
        shutil.chown(folder, "postgres")
        lines = (BACKUPS / "finishline-receive-wal.service").read_text().splitlines()
        unit = dict(line.split("=", 1) for line in lines if "=" in line)
        own = {"PGHOST": _HOSTS, "PGPASSWORD": self.password}
        variables = dict(pair.split("=", 1) for pair in unit["Environment"].split()) | own
        words = shlex.split(unit["ExecStart"])
        words[-1] = f"--directory={folder}"
        with (self.backups / "receiver.log").open("ab") as log:
            self.receiver = subprocess.Popen(
                words, stdout=log, stderr=log, env=variables, user="postgres", group="postgres"
            )

    def stop_receiving(self) -> None:
        if self.receiver is not None:
            self.receiver.send_signal(signal.SIGINT)
            self.receiver.wait(60)
            self.receiver = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Commit row after row meanwhile, and note each that was confirmed."""
        ended = threading.Event()
        thread = threading.Thread(target=self._write_until, args=(ended,))
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _write_until(self, ended: threading.Event) -> None:
        while not ended.wait(0.02):
            for (number,) in self.ask("INSERT INTO noted DEFAULT VALUES RETURNING number"):
                self.confirmed.add(int(str(number)))

    def lost(self) -> set[int]:
        """Return the confirmed rows that the database does not have."""
        rows = self.ask("SELECT number FROM noted")
        return self.confirmed - {int(str(number)) for (number,) in rows}


@contextmanager
def run_databases() -> Iterator[Databases]:
    """Run etcd on three hosts and Patroni on two, with a backup and a receiver."""
    passwords = Passwords()
    with prepared_hosts(passwords, {}) as parts:
        databases = Databases(parts=parts, password=passwords.database)
        try:
            for name, each in parts.items():
                each.start("etcd", *(["patroni"] if name == "one" else []))
            make_database(parts["one"])
            databases.ask("CREATE TABLE noted (number serial PRIMARY KEY)")
            parts["two"].also_start("patroni")
            databases.wait("a synchronous standby", databases.is_synchronous)
            pgbackrest(parts["one"].host, "--type=full", "backup")
            databases.receive()
            databases.wait("the receiver", databases.is_received)
            yield databases
        finally:
            databases.stop_receiving()


def lose_primary(databases: Databases, *, by_silence: bool) -> list[Verdict]:
    """Kill the primary's host or cut it off; return what became of commits, archive, receiver."""
    lost = databases.primary()
    host = databases.parts[lost].host
    databases.wait("the archive", databases.is_archived)
    with databases.writing():
        time.sleep(WRITE_SECONDS)
        (host.cut_off if by_silence else host.kill)()
        began = time.monotonic()
        databases.wait("another primary", lambda: databases.primary() not in ("", lost))
        after = time.monotonic() - began
        databases.wait("the receiver at it", databases.is_received)
        received = time.monotonic() - began
        databases.wait("its archive", databases.is_archived)
        archived = time.monotonic() - began
        time.sleep(WRITE_SECONDS)
    _return(databases, databases.parts[lost])
    how = "cut off" if by_silence else "killed"
    return [
        Verdict(
            bar=f"{lost}, the primary's host, {how}: archive and receiver follow within"
            f" {MOST_SECONDS:g} s",
            measured=f"primary {after:.0f} s, receiver {received:.0f} s, archive {archived:.0f} s",
            passed=archived <= MOST_SECONDS,
        ),
        _nothing_lost(databases, how),
    ]


def _return(databases: Databases, lost: Parts) -> None:
    """Let a host that was killed or cut off be the standby."""
    if lost.host.is_up:
        lost.host.join()
    else:
        lost.host.start()
        lost.start("etcd", "patroni")
    databases.wait("a synchronous standby", databases.is_synchronous)


def lose_both(databases: Databases) -> list[Verdict]:
    """Lose the disks of both hosts in the middle of commits, and restore by Patroni."""
    with databases.writing():
        time.sleep(WRITE_SECONDS)
        for name in BOTH:
            databases.parts[name].host.kill()
    databases.stop_receiving()
    began = time.monotonic()
    for name in BOTH:
        each = databases.parts[name]
        shutil.rmtree(each.host.folder / "var/lib/postgresql")
        each.host.start()
        each.prepare()
        each.start("etcd")
    _forget_cluster(databases)
    first = databases.parts["one"]
    config = first.host.folder / "etc/patroni/config.yml"
    config.write_text(config.read_text().replace("method: initdb", "method: restore"))
    first.also_start("patroni")
    databases.wait("the restored primary", lambda: databases.primary() == "one")
    restored = time.monotonic() - began
    nothing_lost = _nothing_lost(databases, "both lost")
    databases.parts["two"].also_start("patroni")
    databases.wait("a synchronous standby", databases.is_synchronous)
    (databases.backups / "received").rename(databases.backups / "received.before")
    databases.receive()
    databases.wait("the receiver", databases.is_received)
    databases.wait("the archive", databases.is_archived)
    whole = time.monotonic() - began
    return [
        Verdict(
            bar=f"both lost: restored by Patroni within {MOST_SECONDS_OF_RESTORE:g} s",
            measured=f"primary {restored:.0f} s; standby, receiver and archive {whole:.0f} s",
            passed=whole <= MOST_SECONDS_OF_RESTORE,
        ),
        nothing_lost,
    ]


def _nothing_lost(databases: Databases, after: str) -> Verdict:
    confirmed, lost = len(databases.confirmed), len(databases.lost())
    return Verdict(
        bar=f"{after}: no confirmed commit is lost",
        measured=f"{lost} of {confirmed}",
        passed=confirmed > LEAST_CONFIRMED and not lost,
    )


def _forget_cluster(databases: Databases) -> None:
    """Remove what etcd knows of the cluster, as docs/backups.md says."""
    host = databases.parts["one"].host
    ctl = ("patronictl", "-c", "/etc/patroni/config.yml", "remove", "finishline")
    answers = "finishline\nYes I am aware\n"

    def is_removed() -> bool:
        command = host.inside("env", "LC_ALL=C.UTF-8", *ctl, user="postgres")
        done = subprocess.run(command, input=answers, capture_output=True, text=True, check=False)
        return done.returncode == 0

    databases.wait("etcd", is_removed)


def main() -> None:
    """Lose the primary twice and then both hosts, and print the verdicts."""
    argparse.ArgumentParser(
        prog="python -m tools.bench.cluster.backups", description=__doc__
    ).parse_args()
    if reason := why_not():
        raise SystemExit(reason)
    with run_databases() as databases:
        verdicts = [
            *lose_primary(databases, by_silence=False),
            *lose_primary(databases, by_silence=True),
            *lose_both(databases),
        ]
    conclude(verdicts)


if __name__ == "__main__":
    main()
