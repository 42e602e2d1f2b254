"""A PostgreSQL 15 of Debian for one bench, which can write down the plan of each statement."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tools.local.ports import LOOPBACK, kept_port

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
DATABASE = "finishline_bench_scale"
START_SECONDS = 600
# It can be filled again: what a commit waits for the disk is measured elsewhere.
SETTINGS = """
port = {port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '{folder}'
max_connections = 200
shared_buffers = '2GB'
maintenance_work_mem = '512MB'
max_wal_size = '8GB'
wal_level = minimal
max_wal_senders = 0
fsync = off
full_page_writes = off
random_page_cost = 1.1
logging_collector = on
log_destination = 'jsonlog'
log_directory = 'plans'
log_rotation_size = 0
log_min_messages = log
shared_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = -1
auto_explain.log_analyze = on
auto_explain.log_buffers = on
auto_explain.log_timing = off
auto_explain.log_format = 'json'
"""


def why_not() -> str:
    """Return why there can be no such server on this machine; empty if there can."""
    program = PROGRAMS / "initdb"
    return "" if program.exists() else f"not installed: {program}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningServer:
    """The server; `folder` has its data, which a later run may use again."""

    folder: Path
    user: str

    @property
    def data(self) -> Path:
        return self.folder / "main"

    def url(self, database: str = DATABASE) -> str:
        """Return the address of a database."""
        port = (self.folder / "port").read_text()
        return f"postgres://{self.user}@{LOOPBACK}:{port}/{database}"

    def start(self) -> None:
        """Make the server where there is none, and start it."""
        is_new = not self.data.exists()
        if is_new:
            self._run("initdb", "-D", self.data, "--encoding=UTF8", "--auth=trust")
            settings = SETTINGS.format(folder=self.folder, port=kept_port(self.folder / "port"))
            with (self.data / "postgresql.conf").open("a") as file:
                file.write(settings)
        shutil.rmtree(self.data / "plans", ignore_errors=True)  # of a run before
        log = self.folder / "server.log"
        self._run("pg_ctl", "-D", self.data, "-l", log, "-w", "-t", START_SECONDS, "start")
        if is_new:
            self.order(f"CREATE DATABASE {DATABASE}")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "fast", "-t", START_SECONDS, "stop")

    def write_plans(self, milliseconds: int) -> None:
        """Write the plans of statements that take so long: 0: of all, -1: of none."""
        self.order(f"ALTER SYSTEM SET auto_explain.log_min_duration = {milliseconds}")
        self.order("SELECT pg_reload_conf()")

    def vacuum_by_itself(self, *, on: bool) -> None:
        """Switch autovacuum on or off."""
        self.order(f"ALTER SYSTEM SET autovacuum = {on}")
        self.order("SELECT pg_reload_conf()")

    def plans(self) -> list[Path]:
        """Return the files that have the plans."""
        return sorted((self.data / "plans").glob("*.json"))

    def order(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *arguments: object) -> None:
        words = [str(PROGRAMS / program), *map(str, arguments)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **_account(self.user))


@contextmanager
def run_server(folder: Path | None) -> Iterator[PlanningServer]:
    """Run the server until the block ends.

    :param folder: where its data are and stay; None: a new folder, deleted at the end.
    """
    kept = folder or Path(tempfile.mkdtemp(prefix="finishline-scale-"))
    kept.mkdir(exist_ok=True)
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        shutil.chown(kept, user)
    kept.chmod(0o755)
    server = PlanningServer(folder=kept, user=user)
    try:
        server.start()
        yield server
    finally:
        if (server.data / "postmaster.pid").exists():
            server.stop()
        if folder is None:
            shutil.rmtree(kept, ignore_errors=True)


def _account(user: str) -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam(user)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": [], "cwd": "/"}
