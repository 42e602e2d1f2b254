"""The whole of it: three hosts with their parts, the balancer before them, and the other side."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import django
import psycopg

from tools.bench.cluster.hosts import ADDRESSES, CALLERS, Host, network
from tools.bench.cluster.parts import DEPLOYED, PROCESSES, Parts, Passwords, make_database
from tools.bench.rehearsal import OF_ANOTHER_HOUSE
from tools.local.folders import PROJECT
from tools.local.processes import until
from tools.local.supervisor import MARK, end_marked
from tools.sandbox.testing import SandboxClient

START_SECONDS = 240.0
TICK = 0.2
SANDBOX_PORT = 8100
BALANCER_PORT = 8000
NEEDED = ("patroni", "etcd", "pgbouncer", "haproxy", "redis-server", "redis-sentinel",
          "rabbitmq-server", "pgbackrest", "ip", "tc", "nsenter", "setpriv")  # fmt: skip
OF_THIS_REHEARSAL = {
    "HTTPS_ONLY": "false",
    "PUBLIC_URL": f"http://{CALLERS}:{BALANCER_PORT}",
    "ALLOWED_HOSTS": CALLERS,
    "ALLOW_PRIVATE_IMAGE_URLS": "true",
    "LOG_LEVEL": "WARNING",
    "WORKER_PROCESSES": "1",
    "DEFAULT_STRATEGY": "FaceNumber",
    "SANDBOX_URL": f"http://{CALLERS}:{SANDBOX_PORT}",
    "NUMBER_PROVIDER_URL": f"http://{CALLERS}:{SANDBOX_PORT}/number-provider",
    "PHOTO_SERVICE_URL": f"http://{CALLERS}:{SANDBOX_PORT}/photo-service",
    # Photos that a lost host had in hand would else be the last for three minutes, or thirty.
    "PROCESSING_LEASE_SECONDS": "20",
    "NUMBER_PROVIDER_TIMEOUT": "4",
    "PROCESSING_BACKOFF_BASE_SECONDS": "1",
    "PROCESSING_BACKOFF_CAP_SECONDS": "5",
    "PROVIDER_PAUSE_SECONDS": "2",
    "PROVIDER_PAUSE_CAP_SECONDS": "5",
    "CALLBACK_WAKEUP_GRACE_SECONDS": "6",
    "CALLBACK_OVERDUE_SECONDS": "40",
    "OUTBOX_BACKOFF_CAP_SECONDS": "5",
}


def why_not() -> str:
    """Return why there can be no cluster on this machine; empty if there can."""
    if os.geteuid():
        return "network namespaces need root"
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    missing = [name for name in NEEDED if shutil.which(name, path=path) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@dataclass(slots=True, kw_only=True)
class Cluster:
    """The running system; `tend` is called again and again, as systemd would do it."""

    hosts: Mapping[str, Host]
    parts: Mapping[str, Parts]
    sandbox: SandboxClient
    direct: str

    def tend(self) -> None:
        """Start again what died on hosts that are up."""
        for parts in self.parts.values():
            parts.tend()

    def wait(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Keep the system running until a condition is true; return whether it was in time."""
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline:
                return False
            self.tend()
            time.sleep(TICK)
        return True

    def primary(self) -> str:
        """Return the name of the host whose PostgreSQL takes writes; empty while there is none."""
        for name in ("one", "two"):
            address = f"{self.direct}@{ADDRESSES[name]}:5432/finishline"
            try:
                with psycopg.connect(address, connect_timeout=2) as database:
                    row = database.execute("SELECT pg_is_in_recovery()").fetchone()
            except psycopg.OperationalError:
                continue
            if row == (False,):
                return name
        return ""

    def standby_is_synchronous(self) -> bool:
        """Return whether a commit is on both hosts before it is answered."""
        addresses = (ADDRESSES["one"], ADDRESSES["two"])
        return any(answer_of(f"http://{address}:8008/sync") == 200 for address in addresses)

    def brokers_listen(self) -> bool:
        """Return whether all are in the cluster: a queue is on those that are when it is made."""
        return all(_listens(address, 5672) for address in ADDRESSES.values())

    def is_whole(self) -> bool:
        """Return whether everything is there twice or three times again: the next may be lost."""
        webs = (f"http://{ADDRESSES[name]}:8000/health/ready" for name in ("one", "two"))
        return (
            self.standby_is_synchronous()
            and self.brokers_listen()
            and all(answer_of(web) == 200 for web in webs)
        )

    def kill_host(self, name: str) -> None:
        """Lose a host as by a power cut."""
        self.hosts[name].kill()

    def return_host(self, name: str) -> None:
        """Start it again with its disks as they were left."""
        self.hosts[name].start()
        self.parts[name].start()


@contextmanager
def run_cluster(settings: Mapping[str, str], *, vision: bool = False) -> Iterator[Cluster]:
    """Run the cluster with everything in it until the block ends; then nothing of it is left."""
    passwords = Passwords()
    every = {**OF_THIS_REHEARSAL, **settings}
    with prepared_hosts(passwords, every, vision=vision) as parts:
        hosts = {name: each.host for name, each in parts.items()}
        with _callers(parts["one"].host.folder.parent) as sandbox:
            yield _started(hosts, parts, passwords, sandbox)


@contextmanager
def prepared_hosts(
    passwords: Passwords, settings: Mapping[str, str], *, vision: bool = False
) -> Iterator[dict[str, Parts]]:
    """Run the hosts with their files, and nothing on them, until the block ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with ExitStack() as stack:
        # PostgreSQL and RabbitMQ, which have users of their own, must come through.
        folder = Path(tempfile.mkdtemp(prefix="finishline-cluster-", dir="/var/tmp"))
        folder.chmod(0o755)
        stack.callback(_leave_nothing, folder)
        os.environ[MARK] = str(folder)
        stack.callback(end_marked, str(folder))
        hosts = stack.enter_context(network(folder, list(ADDRESSES)))
        parts = {
            name: Parts(
                host=host, passwords=passwords, vision=vision,
                settings={**passwords.settings(host), **settings},
            )
            for name, host in hosts.items()
        }  # fmt: skip
        for one in parts.values():
            one.prepare()
        yield parts


def _started(
    hosts: Mapping[str, Host], parts: Mapping[str, Parts], passwords: Passwords,
    sandbox: SandboxClient,
) -> Cluster:  # fmt: skip
    servers = ("etcd", "rabbitmq", "sentinel", "redis", "haproxy", "pgbouncer")
    parts["one"].start(*servers, "patroni")
    parts["two"].start(*servers)
    parts["three"].start()
    direct = f"postgres://finishline:{passwords.database}"
    cluster = Cluster(hosts=hosts, parts=parts, sandbox=sandbox, direct=direct)
    make_database(parts["one"])
    if not cluster.wait(cluster.brokers_listen, START_SECONDS):
        raise RuntimeError("not every broker starts")
    _prepare(parts["one"].settings, direct)
    parts["two"].also_start("patroni")
    if not cluster.wait(cluster.standby_is_synchronous, START_SECONDS):
        raise RuntimeError("no standby is synchronous")
    for name in ("one", "two"):
        vision = ("vision",) if parts[name].vision else ()
        parts[name].also_start(*PROCESSES, *vision)
    if not cluster.wait(cluster.is_whole, START_SECONDS):
        raise RuntimeError("the cluster does not become whole")
    return cluster


def _prepare(settings: Mapping[str, str], direct: str) -> None:
    """Let this process be a command of the cluster: make the tables and the queues."""
    from django.core.management import call_command

    for name in OF_ANOTHER_HOUSE:
        os.environ.pop(name, None)
    os.environ.update(settings)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["VAR_DIR"] = os.environ[MARK]
    poolers = ",".join(f"{ADDRESSES[name]}:6432" for name in ("one", "two"))
    os.environ["DATABASE_URL"] = f"{direct}@{poolers}/finishline_session"
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=PROJECT, check=True
    )
    os.environ["DATABASE_URL"] = f"{direct}@{poolers}/finishline"
    os.environ["REDIS_URL"] = f"redis://{ADDRESSES['one']}:6379/0"
    django.setup()
    call_command("declare_bus", stdout=sys.stderr)


@contextmanager
def _callers(folder: Path) -> Iterator[SandboxClient]:
    """Run the balancer, without TLS, and the sandbox, on the callers' side of the bridge."""
    deployed = (DEPLOYED / "haproxy-front.cfg").read_text()
    balancer = folder / "haproxy-front.cfg"
    balancer.write_text(re.sub(":443 ssl .*", f":{BALANCER_PORT}", deployed))
    commands: Sequence[Sequence[object]] = (
        ("/usr/sbin/haproxy", "-W", "-db", "-f", balancer),
        (sys.executable, "-m", "sandbox", "--host", CALLERS, "--port", SANDBOX_PORT),
    )
    running = []
    with (folder / "callers.log").open("ab") as log:
        for command in commands:
            words = list(map(str, command))
            running.append(subprocess.Popen(words, cwd=PROJECT, stdout=log, stderr=log))
    client = SandboxClient(f"http://{CALLERS}:{SANDBOX_PORT}")
    try:
        health = f"http://{CALLERS}:{SANDBOX_PORT}/health"
        if not until(lambda: answer_of(health) == 200, seconds=60):
            raise RuntimeError(f"the sandbox does not start: {folder / 'callers.log'}")
        yield client
    finally:
        client.close()
        for process in running:
            process.terminate()
        for process in running:
            process.wait(30)


def answer_of(url: str) -> int:
    """Return the status of an address; 0 without an answer."""
    try:
        with urlopen(url, timeout=3) as answer:
            return int(answer.status)
    except OSError as error:
        return int(getattr(error, "code", 0))


def _listens(address: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((address, port), 2):
        return True
    return False


def _leave_nothing(folder: Path) -> None:
    if os.environ.get("KEEP_CLUSTER"):
        print(f"kept: {folder}", file=sys.stderr)
        return
    shutil.rmtree(folder, ignore_errors=True)
