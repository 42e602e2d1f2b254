"""What runs on each host, with the files of `deploy/cluster` as they are."""

import os
import secrets
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.bench.cluster.hosts import ADDRESSES, Host, run
from tools.bench.cluster.services import HostedService
from tools.local.folders import PROJECT
from tools.local.processes import until
from tools.local.supervisor import Service, Supervisor, commands_of

DEPLOYED = PROJECT / "deploy" / "cluster"
BACKUPS = PROJECT / "deploy" / "backups"
CLUSTER_SECONDS = 180.0
# Where a host has each file of deploy/cluster, and the user who may write it.
FILES = {
    "patroni.yaml": ("etc/patroni/config.yml", "postgres"),
    "pgbouncer.ini": ("etc/pgbouncer/pgbouncer.ini", "postgres"),
    "haproxy.cfg": ("etc/haproxy/haproxy.cfg", "haproxy"),
    "redis.conf": ("etc/redis/redis.conf", "redis"),
    "sentinel.conf": ("etc/redis/sentinel.conf", "redis"),
    "rabbitmq.conf": ("etc/rabbitmq/rabbitmq.conf", "rabbitmq"),
    "rabbitmq-env.conf": ("etc/rabbitmq/rabbitmq-env.conf", "rabbitmq"),
}
OWNERS = {
    "var/lib/etcd": "etcd",
    "var/lib/postgresql": "postgres",
    "var/lib/redis": "redis",
    "etc/redis": "redis",
    "var/lib/rabbitmq": "rabbitmq",
    "var/log/rabbitmq": "rabbitmq",
    "var/log/pgbackrest": "postgres",
    "var/spool/pgbackrest": "postgres",
}
# By name: the user, and the command of its service in Debian.
SERVERS = {
    "etcd": ("etcd", "/usr/bin/etcd"),
    "rabbitmq": ("rabbitmq", "/usr/lib/rabbitmq/bin/rabbitmq-server"),
    "sentinel": ("redis", "/usr/bin/redis-sentinel /etc/redis/sentinel.conf"),
    "redis": ("redis", "/usr/bin/redis-server /etc/redis/redis.conf"),
    "patroni": ("postgres", "/usr/bin/patroni /etc/patroni/config.yml"),
    "pgbouncer": ("postgres", "/usr/sbin/pgbouncer -q /etc/pgbouncer/pgbouncer.ini"),
    "haproxy": ("root", "/usr/sbin/haproxy -W -db -f /etc/haproxy/haproxy.cfg"),
}
EVERYWHERE = ("etcd", "rabbitmq", "sentinel")
PROCESSES = ("web", "worker", "deliveries", "recognition", "consumer", "beat")
# Three brokers on a machine of two processors: one thread each, which sleeps where it can.
RABBITMQ = {"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 +sbwt none", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passwords:
    """What is the same on every host."""

    database: str = field(default_factory=lambda: secrets.token_hex(16))
    cookie: str = field(default_factory=lambda: secrets.token_hex(16))
    key: str = field(default_factory=lambda: secrets.token_hex(32))

    def settings(self, host: Host) -> dict[str, str]:
        """Return the environment of Finishline's processes on a host."""
        text = filled((DEPLOYED / "finishline.env").read_text(), host)
        lines = text.replace("PASSWORD", self.database).replace("=SECRET", f"={self.key}")
        pairs = (line.partition("=") for line in lines.splitlines() if line[:1] not in ("#", ""))
        return {name: value for name, _, value in pairs}


@dataclass(slots=True, kw_only=True)
class Parts:
    """The services of a host; each is started again when it dies, as systemd does."""

    host: Host
    passwords: Passwords
    settings: Mapping[str, str]
    vision: bool = False
    supervisor: Supervisor = field(init=False)

    @property
    def is_witness(self) -> bool:
        """Return whether it only helps to decide who is alive."""
        return self.host.name == "three"

    def prepare(self) -> None:
        """Put the files in their places, before the first start."""
        root = self.host.folder
        for name, (path, user) in FILES.items():
            target = root / path
            target.write_text(filled((DEPLOYED / name).read_text(), self.host))
            shutil.chown(target, user)
        for path, user in OWNERS.items():
            shutil.chown(root / path, user)
        if self.host.name == "two":
            with (root / "etc/redis/redis.conf").open("a") as redis:
                redis.write(f"replicaof {ADDRESSES['one']} 6379\n")
        self._keep("etc/pgbouncer/userlist.txt", f'"finishline" "{self.passwords.database}"\n',
                   "postgres")  # fmt: skip
        self._keep("var/lib/rabbitmq/.erlang.cookie", self.passwords.cookie, "rabbitmq")
        user = f"default_user = finishline\ndefault_pass = {self.passwords.database}\n"
        (root / "etc/rabbitmq/conf.d").mkdir(exist_ok=True)
        self._keep("etc/rabbitmq/conf.d/20-user.conf", user, "rabbitmq")
        self._keep("etc/rabbitmq/enabled_plugins", "[].", "rabbitmq")
        self._prepare_backups()

    def _prepare_backups(self) -> None:
        text = pgbackrest_conf(self.passwords.key)
        self._keep("etc/patroni/pgbackrest.conf", text, "postgres")
        shutil.copy(BACKUPS / "restore", self.host.folder / "usr/local/sbin/restore-finishline")
        repository = backups_of(self.host) / "pgbackrest"
        repository.mkdir(parents=True, exist_ok=True)
        for folder in (repository, repository.parent):
            shutil.chown(folder, "postgres")

    def start(self, *names: str) -> None:
        """Start services, all without names; those that run stay."""
        self.supervisor = Supervisor(services=self._services(), say=lambda _: None)
        self.supervisor.start(*(names or self.supervisor.names()))

    def also_start(self, *names: str) -> None:
        self.supervisor.start(*names)

    def tend(self) -> None:
        """Start again what has died, unless the host is down."""
        if self.host.is_up:
            self.supervisor.tend()

    def hold(self, name: str, seconds: float) -> None:
        """Kill a service, and let it be away so long."""
        service = self._service(name)
        service.kill_inside()
        service.plan_restart()
        service.start_at = time.monotonic() + seconds

    def signal(self, number: int, *names: str) -> None:
        """Send a signal to all processes of services."""
        for name in names:
            self._service(name).signal_inside(number)

    def pids(self, *names: str) -> list[int]:
        """Return the numbers of all processes of services."""
        return [process.pid for name in names for process in self._service(name).processes()]

    def restart_with(self, also: Mapping[str, str], *names: str) -> None:
        """Kill services; they start again with these variables too."""
        for name in names:
            service = self._service(name)
            service.also = also
            service.kill_inside()

    def _service(self, name: str) -> "HostedService":
        found = next(one for one in self.supervisor.services if one.name == name)
        assert isinstance(found, HostedService)
        return found

    def _services(self) -> list[Service]:
        logs = self.host.folder / "log"
        logs.mkdir(exist_ok=True)
        servers = EVERYWHERE if self.is_witness else tuple(SERVERS)
        found: list[Service] = [self._server(name, logs) for name in servers]
        if not self.is_witness:
            procfile = commands_of((PROJECT / "Procfile").read_text())
            names = (*PROCESSES, "vision") if self.vision else PROCESSES
            found += [self._process(name, procfile[name], logs) for name in names]
        return found

    def _server(self, name: str, logs: Path) -> Service:
        user, command = SERVERS[name]
        passwords = {
            "PATRONI_SUPERUSER_PASSWORD": self.passwords.database,
            "PATRONI_REPLICATION_PASSWORD": self.passwords.database,
        }
        environment = {
            "etcd": _variables(filled((DEPLOYED / "etcd").read_text(), self.host)),
            "patroni": passwords | backup_variables(self.host),
            "rabbitmq": RABBITMQ | {"HOME": "/var/lib/rabbitmq"},
        }.get(name, {})
        return HostedService(
            host=self.host, name=name, command=command, user=user, log=logs / f"{name}.log",
            environment={"PATH": os.defpath, "LC_ALL": "C.UTF-8", **environment},
        )  # fmt: skip

    def _process(self, name: str, command: str, logs: Path) -> Service:
        var = self.host.folder / "var"
        database = {"web": "finishline_web", "vision": "finishline_session"}.get(name, "finishline")
        url = self.settings["DATABASE_URL"].removesuffix("finishline") + database
        own = {
            "DATABASE_URL": url,
            "VAR_DIR": str(var),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        path = f"{PROJECT / '.venv' / 'bin'}{os.pathsep}{os.defpath}"
        return HostedService(
            host=self.host, name=name, command=command, user="root", log=logs / f"{name}.log",
            environment={"PATH": path, "PYTHONUNBUFFERED": "1", **self.settings, **own},
        )  # fmt: skip

    def _keep(self, path: str, text: str, user: str) -> None:
        file = self.host.folder / path
        file.write_text(text)
        file.chmod(0o400 if path.endswith("cookie") else 0o640)
        shutil.chown(file, user, user)


def filled(text: str, host: Host) -> str:
    other = {"one": "two", "two": "one"}.get(host.name, "one")
    for mark, value in (
        ("@NAME@", host.name),
        ("@ADDRESS@", host.address),
        ("@OTHER@", ADDRESSES[other]),
    ):
        text = text.replace(mark, value)
    return text


def _variables(text: str) -> dict[str, str]:
    lines = (line.partition("=") for line in text.splitlines() if line[:1] not in ("#", ""))
    return {name: value for name, _, value in lines}


def backups_of(host: Host) -> Path:
    """Return the folder that stands for the volume with the backups, which all hosts reach."""
    return host.folder.parent / "backups"


def backup_variables(host: Host) -> dict[str, str]:
    """Return where pgBackRest of a host finds what is elsewhere in a real one."""
    backups = backups_of(host)
    return {
        "PGBACKREST_CONFIG": "/etc/patroni/pgbackrest.conf",
        "PGBACKREST_REPO1_PATH": str(backups / "pgbackrest"),
        "PGBACKREST_LOCK_PATH": "/run/postgresql/pgbackrest",
        "RECEIVED_WAL": str(backups / "received"),
    }


def pgbackrest_conf(secret: str) -> str:
    """Return the configuration of pgBackRest for the folder of Patroni, with its passphrase."""
    text = (BACKUPS / "pgbackrest.conf").read_text().replace("15/main", "15/finishline")
    return f"{text}[global]\nrepo1-cipher-pass={secret}\n"


def pgbackrest(host: Host, *arguments: str) -> str:
    """Run pgBackRest on a host, as its cron file does.

    :raises RuntimeError: it failed.
    """
    variables = [f"{name}={value}" for name, value in backup_variables(host).items()]
    command = ("env", *variables, "pgbackrest", "--stanza=finishline", *arguments)
    return run(*host.inside(*command, user="postgres"))


def make_database(first: Parts) -> None:
    """Make roles, database and archive on the primary, as docs/deploy.md says."""
    psql = ("psql", "-h", "/run/postgresql", "-v", "ON_ERROR_STOP=1", "-qAtc")
    password = first.passwords.database

    def is_primary() -> bool:
        try:
            asked = run(*first.host.inside(*psql, "SELECT pg_is_in_recovery()", user="postgres"))
        except RuntimeError:
            return False
        return asked.strip() == "f"

    if not until(is_primary, seconds=CLUSTER_SECONDS):
        raise RuntimeError("there is no primary")
    for statement in (
        f"CREATE ROLE finishline LOGIN PASSWORD '{password}'",
        f"CREATE ROLE receive_wal LOGIN REPLICATION PASSWORD '{password}'",
        "CREATE DATABASE finishline OWNER finishline",
    ):
        run(*first.host.inside(*psql, statement, user="postgres"))
    pgbackrest(first.host, "stanza-create")
