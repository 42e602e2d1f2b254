"""A version that runs: a checkout with packages of its own, its processes and their ports."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tools.local.folders import PROJECT
from tools.local.health import Check, answers, celery_worker_answers, touched
from tools.local.ports import kept_port
from tools.local.processes import until
from tools.local.supervisor import Service, Supervisor, services_of

SERVICES = ("web", "consumer", "recognition", "deliveries", "worker", "beat")
STOP_SECONDS = 60.0
START_SECONDS = 180.0
TICK = 0.2
# Good answers in a row before callers are led to a web: by then each of its processes has loaded
# its views, also in versions that load them at the first request (CHANGELOG: if you roll back).
RISE = 10
# As where new processes start on another host: the first half of the processors is for what callers
# wait for (web, servers, and the load). The rest is for workers, migrations and a web that starts.
PROCESSORS = sorted(os.sched_getaffinity(0))
SERVING, BESIDE = PROCESSORS[: len(PROCESSORS) // 2], PROCESSORS[len(PROCESSORS) // 2 :]


@dataclass(slots=True, kw_only=True)
class Version:
    """A checkout, and its processes while they run."""

    name: str
    folder: Path
    var: Path
    supervisor: Supervisor = field(init=False)
    runs: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.var.mkdir(parents=True, exist_ok=True)
        self._prepare()

    @property
    def port(self) -> int:
        """Where its web listens."""
        return int((self.var / "web.port").read_text())

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its processes."""
        return {
            **os.environ,
            "VAR_DIR": str(self.var),
            "WEB_PORT": str(self.port),
            "CONSUMER_LIVENESS_FILE": str(self.var / "consumer.alive"),
            "PATH": f"{self.folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}",
        }

    def run(self, *arguments: str) -> str:
        """Run its Python to the end; return what it printed."""
        python = str(self.folder / ".venv" / "bin" / "python")
        done = subprocess.run(
            ["taskset", "-c", _listed(BESIDE), python, *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{self.name}: {' '.join(arguments)[:80]}: {done.stderr[-3000:]}")
        return done.stdout

    def start(self) -> None:
        """Start every process again, one after the other, and wait until all work."""
        self._prepare()
        for name in SERVICES:
            self.supervisor.start(name)
            self._await(name)
        self._let_web_serve()
        self.runs = True

    def await_work(self) -> None:
        """Wait until what was killed works again: what still starts just dies of SIGTERM."""
        for name in SERVICES:
            self._await(name)
        self._let_web_serve()

    def tend(self) -> None:
        """Start again what was killed, while it runs at all."""
        if self.runs:
            self.supervisor.tend()

    def kill(self, name: str) -> None:
        """Kill a process and its children with SIGKILL; it is started again."""
        child = self._service(name).child
        if child is not None:
            os.killpg(child.pid, signal.SIGKILL)

    def kill_web_worker(self) -> None:
        """Kill one of the processes that serve requests."""
        child = self._service("web").child
        workers = psutil.Process(child.pid).children() if child else []
        if workers:
            workers[0].kill()

    def stop(self) -> list[str]:
        """Send SIGTERM as an orchestrator does; return what did not end well by itself."""
        self.runs = False
        running = [each for each in self.supervisor.services if each.age()]
        for service in running:
            if service.child is not None:
                service.child.terminate()
        until(lambda: not any(each.age() for each in running), seconds=STOP_SECONDS)
        faults = [f"{self.name} {each.name}: {_ending(each)}" for each in running if _ending(each)]
        for service in running:
            if service.age() and service.child is not None:
                os.killpg(service.child.pid, signal.SIGKILL)
        return faults

    def _prepare(self) -> None:
        (self.var / "consumer.alive").unlink(missing_ok=True)
        kept_port(self.var / "web.port")
        lines = (self.folder / "Procfile").read_text().replace("@%h", f"-{self.name}@%h")
        services = services_of(lines, self.var / "log")
        for service in services:
            if service.name in SERVICES:
                place = f"taskset -cp {_listed(BESIDE)} $$ >/dev/null"
                service.command = f"{self._exports()} && {place} && {service.command}"
        self.supervisor = Supervisor(
            services=services, say=partial(print, file=sys.stderr, flush=True)
        )

    def _exports(self) -> str:
        names = ("VAR_DIR", "WEB_PORT", "CONSUMER_LIVENESS_FILE", "PATH")
        values = " ".join(f"{name}='{self.environment[name]}'" for name in names)
        return f"cd '{self.folder}' && export {values}"

    def _await(self, name: str) -> None:
        works = self._works(name)

        def tended() -> bool:
            self.supervisor.tend()
            return works()

        if not until(tended, seconds=START_SECONDS):
            raise RuntimeError(f"{self.name}: {name} does not start ({self.var / 'log'})")

    def _works(self, name: str) -> Check:
        if name == "web":
            ready = answers(f"http://127.0.0.1:{self.port}/health/ready")
            return lambda: all(ready() for _ in range(RISE))
        if name == "consumer":
            return touched(self.var / "consumer.alive")
        if name == "beat":
            return self.supervisor.lives("beat")
        return celery_worker_answers(f"{name}-{self.name}")

    def _let_web_serve(self) -> None:
        child = self._service("web").child
        if child is None:
            return
        web = psutil.Process(child.pid)
        for each in (web, *web.children()):
            command = ["taskset", "-acp", _listed(SERVING), str(each.pid)]
            subprocess.run(command, check=True, capture_output=True)

    def _service(self, name: str) -> Service:
        return next(each for each in self.supervisor.services if each.name == name)


def _listed(processors: Sequence[int]) -> str:
    return ",".join(map(str, processors))


def _ending(service: Service) -> str:
    if service.child is None or service.child.poll() is None:
        return "did not end in time"
    return "" if service.child.returncode == 0 else service.ending()


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Unpack a commit into a temporary folder, with the packages that it pins."""
    with TemporaryDirectory(prefix="finishline-version-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        packed = subprocess.run(
            ["git", "-C", str(PROJECT), "archive", commit], check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", name], input=packed.stdout, check=True)
        _install(folder)
        yield folder


def compile_code(folder: Path) -> None:
    """Compile a version's code and packages, as the build of an image does."""
    for arguments in ((".venv/lib",), ("-x", r"\.venv", ".")):
        # Some packages have files that no Python compiles: templates, tests.
        subprocess.run(
            [".venv/bin/python", "-m", "compileall", "-qq", *arguments], cwd=folder, check=False
        )


def _install(folder: Path) -> None:
    """Link our packages where it pins the same ones; else install its own."""
    names = ("requirements.txt", "requirements-local.txt", "requirements-servers.txt")
    if all((folder / name).read_bytes() == (PROJECT / name).read_bytes() for name in names):
        (folder / ".venv").symlink_to(PROJECT / ".venv")
        return
    subprocess.run(
        ["script/environment", *(name.removesuffix(".txt") for name in names)],
        cwd=folder,
        check=True,
        capture_output=True,
    )
