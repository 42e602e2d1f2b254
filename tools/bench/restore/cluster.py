"""A PostgreSQL of Debian with backups as `deploy/backups` has them; a bench deletes its server.

Two folders stand for two machines: `server` has the cluster, `backups` what outlives it. The files
of `deploy/backups` are used as they are; only paths and ports are other ones, by variables.
"""

import json
import os
import pwd
import secrets
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from tools.local.folders import PROJECT
from tools.local.ports import LOOPBACK, kept_port
from tools.local.processes import first_number, until

PROGRAMS = Path("/usr/lib/postgresql/15/bin")
PGBACKREST = Path("/usr/bin/pgbackrest")
DEPLOYED = PROJECT / "deploy" / "backups"
STANZA = "finishline"
START_SECONDS = 600
SETTINGS = """
include = '{folder}/etc/postgresql.conf'
port = {port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '{folder}/socket'
max_connections = 200
shared_buffers = '256MB'
max_wal_size = '4GB'
"""


def why_not() -> str:
    """Return why there can be no such cluster on this machine; empty if there can."""
    missing = [str(path) for path in (PROGRAMS / "initdb", PGBACKREST) if not path.exists()]
    return f"not installed: {', '.join(missing)}" if missing else ""


@dataclass(slots=True, kw_only=True)
class BackedUpCluster:
    """The server, its backups, and the process that receives its WAL."""

    folder: Path
    user: str
    received: Path
    receiver: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def data(self) -> Path:
        return self.folder / "server" / "main"

    def url(self) -> str:
        """Return the address of the database."""
        return self._url(STANZA)

    def start(self) -> None:
        """Start the server, and wait until it has recovered."""
        log = self.folder / "log" / "postgres.log"
        self.run(
            PROGRAMS / "pg_ctl", "-D", self.data, "-l", log, "-w", "-t", START_SECONDS, "start"
        )
        if not until(self._has_recovered, seconds=START_SECONDS):
            raise RuntimeError(f"PostgreSQL is still in recovery, see {log}")

    def receive(self, folder: str) -> None:
        """Receive the server's WAL into a new folder, by the command of the service's file."""
        self.received = self._made("backups", folder)
        first, command = _commands_of(DEPLOYED / "finishline-receive-wal.service")
        self.run(*first)
        directory = f"--directory={self.received}"
        words = [directory if word.startswith("--directory=") else word for word in command]
        with (self.folder / "log" / "receiver.log").open("ab") as log:
            self.receiver = subprocess.Popen(words, stdout=log, stderr=log, **self._arguments())

    def stop_receiving(self) -> None:
        if self.receiver is not None:
            self.receiver.send_signal(signal.SIGINT)
            self.receiver.wait(60)
            self.receiver = None

    def back_up(self, kind: str) -> None:
        """Make a `full` or a `diff` backup."""
        self.pgbackrest(f"--type={kind}", "backup")

    def pgbackrest(self, *arguments: str) -> str:
        return self.run(PGBACKREST, f"--stanza={STANZA}", *arguments)

    def repository_bytes(self) -> int:
        """Return how much the backups and the archive take."""
        files = (self.folder / "backups" / "pgbackrest").rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file())

    def newest_backup(self) -> Any:
        [stanza] = json.loads(self.pgbackrest("--output=json", "info"))
        return stanza["backup"][-1]

    def lose(self) -> None:
        """Kill the server as a crash of the machine would, and delete all that was on it."""
        pid = first_number(self.data / "postmaster.pid")
        if pid is not None:
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                _kill([process, *process.children(recursive=True)])
        _kill(self._pushing())
        shutil.rmtree(self.folder / "server")

    def restore(self, *target: str) -> None:
        """Restore into an empty folder, to the newest commit or to a chosen second."""
        self._made("server", "spool")
        self._made("server", "main").chmod(0o700)
        self.run(self.folder / "etc" / "restore", *target)

    def run(self, *command: object) -> str:
        """Run a program as the cluster's user.

        :raises RuntimeError: it failed.
        """
        words = list(map(str, command))
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, **self._arguments()
        )
        if done.returncode:
            raise RuntimeError(f"{shlex.join(words)}: {done.stderr[-2000:]}{done.stdout[-500:]}")
        return str(done.stdout)

    def make(self) -> None:
        """Make the cluster, its database and its archive, and start everything."""
        for path in ("etc/conf.d", "log", "lock", "socket", "server/spool", "backups/pgbackrest"):
            self._made(*path.split("/"))
        for name in ("pgbackrest.conf", "postgresql.conf", "restore", "delete-received"):
            shutil.copy(DEPLOYED / name, self.folder / "etc" / name)
        secret = f"[global]\nrepo1-cipher-pass={secrets.token_urlsafe(32)}\n"
        (self.folder / "etc" / "conf.d" / "cipher.conf").write_text(secret)
        (self.folder / "password").write_text(secrets.token_hex(16))
        self.run(
            PROGRAMS / "initdb", "-D", self.data, "--encoding=UTF8", "--auth-local=peer",
            "--auth-host=scram-sha-256", f"--pwfile={self.folder / 'password'}",
        )  # fmt: skip
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS.format(folder=self.folder, port=self._port()))
        self.start()
        self.run(PROGRAMS / "createdb", STANZA)
        self.pgbackrest("stanza-create")
        self.pgbackrest("check")

    def close(self) -> None:
        """Stop what runs; the folder is deleted by the caller."""
        self.stop_receiving()
        if (self.data / "postmaster.pid").exists():
            self.lose()

    def _arguments(self) -> dict[str, Any]:
        root, port = self.folder, str(self._port())
        environment = {
            "PATH": os.defpath,
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "PGHOST": str(root / "socket"),
            "PGPORT": port,
            "RECEIVED_WAL": str(self.received),
            "ARCHIVED_WAL": str(root / "backups" / "pgbackrest" / "archive" / STANZA),
            "PGBACKREST_CONFIG": str(root / "etc" / "pgbackrest.conf"),
            "PGBACKREST_CONFIG_INCLUDE_PATH": str(root / "etc" / "conf.d"),
            "PGBACKREST_REPO1_PATH": str(root / "backups" / "pgbackrest"),
            "PGBACKREST_SPOOL_PATH": str(root / "server" / "spool"),
            "PGBACKREST_LOG_PATH": str(root / "log"),
            "PGBACKREST_LOCK_PATH": str(root / "lock"),
            "PGBACKREST_PG1_PATH": str(self.data),
            "PGBACKREST_PG1_PORT": port,
            "PGBACKREST_PG1_SOCKET_PATH": str(root / "socket"),
        }
        arguments: dict[str, Any] = {"env": environment, "cwd": root, "stdin": subprocess.DEVNULL}
        if os.geteuid() == 0:
            account = pwd.getpwnam(self.user)
            arguments |= {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        return arguments

    def _made(self, *parts: str) -> Path:
        path = self.folder
        for part in parts:
            path = path / part
            path.mkdir(exist_ok=True)
            if os.geteuid() == 0:
                shutil.chown(path, self.user)
        return path

    def _pushing(self) -> list[psutil.Process]:
        """Return the processes of pgBackRest that push WAL of this cluster in the background."""
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.name() == "pgbackrest" and str(self.data) in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def _has_recovered(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self._url("postgres")) as server:
            row = server.execute("SELECT pg_is_in_recovery()").fetchone()
            return row is not None and not row[0]
        return False

    def _url(self, database: str) -> str:
        password, port = (self.folder / "password").read_text(), self._port()
        return f"postgres://{self.user}:{password}@{LOOPBACK}:{port}/{database}"

    def _port(self) -> int:
        path = self.folder / "port"
        return int(path.read_text()) if path.exists() else kept_port(path)


def _commands_of(service: Path) -> tuple[Sequence[str], Sequence[str]]:
    """Return what a service of systemd runs first, and what it runs then."""
    lines = dict(line.split("=", 1) for line in service.read_text().splitlines() if "=" in line)
    return shlex.split(lines["ExecStartPre"]), shlex.split(lines["ExecStart"])


def _kill(processes: Sequence[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes, timeout=30)


@contextmanager
def run_cluster() -> Iterator[BackedUpCluster]:
    """Run a new cluster with backups until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="finishline-restore-"))
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    folder.chmod(0o755)
    cluster = BackedUpCluster(folder=folder, user=user, received=folder / "backups" / "none")
    try:
        cluster.make()
        yield cluster
    finally:
        cluster.close()
        shutil.rmtree(folder, ignore_errors=True)
