"""A rehearsal: the whole system with its own servers, ports, database and temporary folder.

Benches and chaos run it as in production: gunicorn, consumer, worker and beat are processes that
can be killed. The sandbox plays the other side.
"""

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import django
import psutil

from tools.local.addresses import Addresses, name_addresses
from tools.local.environment import prepare
from tools.local.folders import PROJECT
from tools.local.health import answers
from tools.local.ports import kept_port
from tools.local.servers import Servers
from tools.local.supervisor import MARK, Supervisor, services_of
from tools.sandbox.testing import SandboxClient

START_SECONDS = 180.0
TICK = 0.2
# Variables of the caller's environment that must not reach the rehearsal.
OF_ANOTHER_HOUSE = (
    "DATABASE_URL",
    "REDIS_URL",
    "EVENT_BUS_URL",
    "SECRET_KEY",
    "PUBLIC_URL",
    "NUMBER_PROVIDER_URL",
    "LOCAL_FACE_PROVIDER_URL",
    "SANDBOX_URL",
    "PHOTO_SERVICE_URL",
    "VISION_QUEUE",
    "CONSUMER_LIVENESS_FILE",
    "METRICS_TOKEN",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """The running system."""

    servers: Servers
    supervisor: Supervisor
    sandbox: SandboxClient

    def kill(self, name: str) -> None:
        """Kill a service and all its children, as a crash of the machine would."""
        service = next(one for one in self.supervisor.services if one.name == name)
        if service.child is not None:
            os.killpg(service.child.pid, signal.SIGKILL)

    def kill_server(self, name: str) -> None:
        """Kill the embedded `postgres` or `redis`; confirmed data are on the disk."""
        server = self.servers.postgres if name == "postgres" else self.servers.redis
        process = server.process()
        if process is not None:
            process.kill()
            process.wait(START_SECONDS)

    def tend(self) -> None:
        """Restart dead services and servers."""
        self.servers.heal()
        self.supervisor.tend()

    def wait(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Keep the system running until a condition is true; return whether it was in time."""
        deadline = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > deadline:
                return False
            self.tend()
            time.sleep(TICK)
        return True

    def resident_megabytes(self, name: str) -> list[float]:
        """Return the resident memory of each process of a service, MB, the largest first."""
        service = next(one for one in self.supervisor.services if one.name == name)
        if service.child is None:
            return []
        parent = psutil.Process(service.child.pid)
        family = [parent, *parent.children(recursive=True)]
        return sorted((one.memory_info().rss / 1e6 for one in family), reverse=True)


def make_tables() -> None:
    """Apply the migrations of this checkout."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


@contextmanager
def rehearse(
    settings: dict[str, str],
    *services: str,
    procfile: str | None = None,
    tables: Callable[[], None] = make_tables,
) -> Iterator[Rehearsal]:
    """Run these services of the Procfile, and the sandbox, until the block ends.

    :param settings: environment variables; they override those that `script/up` sets.
    :param procfile: another text than the Procfile's.
    :param tables: makes the tables before the services start.
    """
    # SIGTERM would leave servers and processes behind; an exception ends the block.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="finishline-rehearsal-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        servers = _prepare(folder, settings)
        stack.callback(servers.release)
        django.setup()
        tables()
        (folder / "log").mkdir(exist_ok=True)
        lines = (PROJECT / "Procfile").read_text() if procfile is None else procfile
        supervisor = Supervisor(
            services=services_of(lines, folder / "log"),
            say=partial(print, file=sys.stderr, flush=True),
        )
        stack.callback(supervisor.stop)
        supervisor.start("sandbox", *services)
        system = Rehearsal(
            servers=servers, supervisor=supervisor, sandbox=SandboxClient(os.environ["SANDBOX_URL"])
        )
        _await_health(system, services)
        yield system


def _prepare(folder: Path, settings: dict[str, str]) -> Servers:
    folder.chmod(0o755)
    for name in OF_ANOTHER_HOUSE:
        os.environ.pop(name, None)
    os.environ.update({"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"})
    os.environ[MARK] = str(folder)
    addresses = Addresses(
        web_port=kept_port(folder / "web.port"),
        sandbox_port=kept_port(folder / "sandbox.port"),
        vision_port=kept_port(folder / "vision.port"),
    )
    for name, port in addresses.ports().items():
        os.environ[name] = str(port)
    name_addresses(addresses, folder)
    os.environ.update({name: value.format(**os.environ) for name, value in settings.items()})
    servers = prepare()
    if servers is None:
        raise RuntimeError("a rehearsal runs on embedded servers")
    return servers


def _await_health(system: Rehearsal, services: tuple[str, ...]) -> None:
    probes = [answers(f"{os.environ['SANDBOX_URL']}/health")]
    if "web" in services:
        probes.append(answers(f"{os.environ['PUBLIC_URL']}/health/ready"))
    if "vision" in services:
        probes.append(answers(f"http://127.0.0.1:{os.environ['VISION_PORT']}/health"))
    if not system.wait(lambda: all(probe() for probe in probes), START_SECONDS):
        raise RuntimeError("the system did not start")
