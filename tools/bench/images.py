"""Runs the images that script/image built, and ends each process in the middle of many photos.

    python -m tools.bench.images [--photos 100] [--tag 1.0.0]

As root, with podman and runc. Servers and sandbox are those of a rehearsal; each other process is a
container with a read-only root and no rights. Prints sizes, seconds from start to ready, and what
became of the photos while each process got SIGTERM, ended and was started again. Exits with 1 if a
bar is missed.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from tools.bench.breaking import SETTINGS, Break, run
from tools.bench.rehearsal import START_SECONDS, Rehearsal, rehearse
from tools.bench.verdicts import Verdict, conclude, show_figures, verdict_of
from tools.local.folders import PROJECT
from tools.local.health import answers
from tools.local.supervisor import commands_of

READY_SECONDS = 5.0
STOP_SECONDS = "150"
PREFIX = "finishline-bench-"
IMAGES = {"vision": "finishline-vision"}
WITH_HEALTH = ("web", "worker", "deliveries", "recognition", "consumer")
FLAGS = (
    "--runtime runc --network host --read-only --cap-drop ALL --security-opt no-new-privileges "
    "--ulimit nofile=20000:20000 --ulimit nproc=4096:4096 --rm"
)
# Of the rehearsal's environment; what an image sets itself is left out.
VARIABLES = (
    *SETTINGS,
    *("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EVENT_BUS_URL", "METRICS_TOKEN", "HTTPS_ONLY"),
    *("WEB_PORT", "VISION_PORT", "PUBLIC_URL", "PHOTO_SERVICE_URL", "SANDBOX_URL"),
    *("LOCAL_FACE_PROVIDER_URL", "ALLOW_PRIVATE_IMAGE_URLS"),
)
Endings = dict[str, int]


def main() -> None:
    """Run the images and print the verdicts."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.images", description=__doc__)
    parser.add_argument("--photos", type=int, default=100)
    parser.add_argument("--tag", default="1.0.0")
    asked = parser.parse_args()
    if missing := [name for name in ("podman", "runc") if not shutil.which(name)]:
        sys.exit(f"not on the path: {', '.join(missing)}")
    lines = _procfile(asked.tag)
    with rehearse(SETTINGS, procfile=lines) as system, _no_container_left(lines):
        verdicts = [*_start(system), *_health(system), *_rights()]
        endings: Endings = {}
        outcome = run(system, _breaks(system, endings), asked.photos)
        show_figures("Images", _sizes(asked.tag))
        bad = [f"{name} ended with {status}" for name, status in endings.items() if status]
        conclude(
            [
                *verdicts,
                verdict_of(f"SIGTERM to {len(endings)} processes ends them with 0", bad),
                verdict_of(f"{asked.photos} photos meanwhile are whole", outcome.differences),
            ]
        )


def _procfile(tag: str) -> str:
    """Return the Procfile with a container for each process; the sandbox stays what it is."""
    commands = commands_of((PROJECT / "Procfile").read_text())
    lines = [f"sandbox: {commands.pop('sandbox')}"]
    given = " ".join(f"--env {name}" for name in VARIABLES)
    for name in commands:
        image = f"localhost/{IMAGES.get(name, 'finishline')}:{tag}"
        volume = f"--volume {PREFIX}{IMAGES.get(name, 'shared')}:/var/lib/finishline"
        arguments = '--port "$VISION_PORT"' if name == "vision" else name
        lines.append(
            f"{name}: exec podman run --replace --name {PREFIX}{name} {FLAGS} {given} {volume} "
            f"{image} {arguments}"
        )
    return "\n".join(lines)


def _start(system: Rehearsal) -> Iterator[Verdict]:
    addresses = {"web": "WEB_PORT", "vision": "VISION_PORT"}
    paths = {"web": "/health/ready", "vision": "/health"}
    for name, port in addresses.items():
        began = time.perf_counter()
        system.supervisor.start(name)
        ready = answers(f"http://127.0.0.1:{os.environ[port]}{paths[name]}")
        system.wait(ready, START_SECONDS)
        seconds = time.perf_counter() - began
        bar = f"{name} is ready within {READY_SECONDS:g} s"
        yield Verdict(bar=bar, measured=f"{seconds:.1f} s", passed=seconds <= READY_SECONDS)
    system.supervisor.start(*WITH_HEALTH, "beat")


def _health(system: Rehearsal) -> Iterator[Verdict]:
    for name in WITH_HEALTH:
        ask = partial(_succeeds, "exec", PREFIX + name, "script/healthy", name)
        passed = system.wait(ask, START_SECONDS)
        yield Verdict(
            bar=f"script/healthy {name}", measured="yes" if passed else "no", passed=passed
        )
    for name in ("web", "vision"):
        passed = _succeeds("healthcheck", "run", PREFIX + name)
        bar = f"HEALTHCHECK of {name} answers"
        yield Verdict(bar=bar, measured="yes" if passed else "no", passed=passed)


def _rights() -> Iterator[Verdict]:
    """Look at what a process in each image may do."""
    for name in ("web", "vision"):
        inside = ["exec", PREFIX + name, "sh", "-c"]
        user = _podman(*inside, "id -u").stdout.strip()
        writes = [
            place
            for place in ("/finishline/x", "/etc/x", "/usr/x")
            if _succeeds(*inside, f"touch {place}")
        ]
        tools = [tool for tool in ("pip", "gcc", "uv") if _succeeds(*inside, f"command -v {tool}")]
        faults = [*(["root"] if user == "0" else []), *writes, *tools]
        yield verdict_of(f"{name} is not root, its root read-only, without tools", faults)


def _breaks(system: Rehearsal, endings: Endings) -> Mapping[str, Break]:
    names = (*WITH_HEALTH, "beat")
    return {
        name: Break(strike=partial(_stop, system, name, endings), mend=system.tend)
        for name in names
    }


def _stop(system: Rehearsal, name: str, endings: Endings) -> None:
    """Send SIGTERM to a container's process and wait for its end."""
    service = next(one for one in system.supervisor.services if one.name == name)
    _podman("stop", "--time", STOP_SECONDS, PREFIX + name)
    if service.child is not None:
        endings[name] = service.child.wait(float(STOP_SECONDS))


def _sizes(tag: str) -> dict[str, str]:
    sizes = {}
    for image in ("finishline", *IMAGES.values()):
        asked = _podman("image", "inspect", "--format", "{{.Size}}", f"localhost/{image}:{tag}")
        sizes[image] = f"{int(asked.stdout) / 1e6:.0f} MB"
    return sizes


@contextmanager
def _no_container_left(lines: str) -> Iterator[None]:
    try:
        yield
    finally:
        names = [PREFIX + line.partition(":")[0] for line in lines.splitlines()[1:]]
        _podman("rm", "--force", "--ignore", "--time", "10", *names)
        _podman("volume", "rm", "--force", f"{PREFIX}shared", f"{PREFIX}{IMAGES['vision']}")


def _succeeds(*arguments: str) -> bool:
    return _podman(*arguments).returncode == 0


def _podman(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["podman", *arguments], capture_output=True, text=True, check=False)


if __name__ == "__main__":
    main()
