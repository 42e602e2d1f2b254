"""Where the processor's time goes in each of the system's processes, sampled with py-spy.

py-spy (`requirements-bench.in`) looks at each process from outside, and counts the thread that has
the interpreter's lock: others wait, or are in a system call. What the processes spent in the kernel
is measured and has a layer of its own; the samples share out the rest. py-spy stops a process to
look, so a run with it says nothing about photos a second.
"""

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.ingest.layers import Samples, read_samples
from tools.bench.ingest.photos import BESIDE, Run, run_photos
from tools.bench.processor import kernel_seconds, spent
from tools.bench.rehearsal import Rehearsal
from tools.local.folders import PROJECT

SAMPLES_A_SECOND = 100
KERNEL = "kernel"
ATTACH_SECONDS = 3.0


class NoSampler(Exception):
    """py-spy is not on the path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A run, and by service the seconds in the kernel and the samples during it."""

    run: Run
    kernel: Mapping[str, float]
    samples: Mapping[str, Samples]

    def layers(self, service: str) -> dict[str, float]:
        """Return processor milliseconds a photo by layer."""
        kernel = self._kernel(service)
        return {KERNEL: kernel, **self._shared_out(service, self.samples[service].layers)}

    def functions(self, service: str) -> dict[str, float]:
        """Return processor milliseconds a photo by function of ours, without the kernel's.

        Each has all that it calls.
        """
        return self._shared_out(service, self.samples[service].functions)

    def _kernel(self, service: str) -> float:
        return self.kernel.get(service, 0.0) / self.run.photos * 1000

    def _shared_out(self, service: str, counts: Mapping[str, int]) -> dict[str, float]:
        rest = self.run.milliseconds(service) - self._kernel(service)
        each = rest / max(self.samples[service].total, 1)
        return {name: count * each for name, count in counts.items()}


def profile_photos(system: Rehearsal, photos: int) -> Profile:
    """Run so many photos while every process of the system is sampled.

    :raises NoSampler: py-spy is not on the path.
    """
    with TemporaryDirectory() as folder:
        with _sampling(system, Path(folder)) as files:
            before = kernel_seconds(system)
            run = run_photos(system, photos)
            kernel = spent(before, kernel_seconds(system))
        samples = {name: read_samples(file.read_text(), PROJECT) for name, file in files.items()}
    return Profile(run=run, kernel=kernel, samples=samples)


@contextmanager
def _sampling(system: Rehearsal, folder: Path) -> Iterator[Mapping[str, Path]]:
    services = {s.name: s.child for s in system.supervisor.services if s.name not in BESIDE}
    files = {name: folder / name for name, child in services.items() if child is not None}
    samplers = [
        _start(child.pid, files[name]) for name, child in services.items() if child is not None
    ]
    time.sleep(ATTACH_SECONDS)
    try:
        yield files
    finally:
        for sampler in samplers:
            sampler.send_signal(signal.SIGINT)
        for sampler in samplers:
            sampler.wait()


def _start(pid: int, file: Path) -> "subprocess.Popen[bytes]":
    sampler = shutil.which("py-spy")
    if sampler is None:
        raise NoSampler("py-spy is not on the path: install it from requirements-bench.in")
    file.touch()
    command = [sampler, "record", "--gil", "--subprocesses", "--full-filenames"]
    options = ["--format", "raw", "--rate", str(SAMPLES_A_SECOND), "--duration", "unlimited"]
    target = ["--pid", str(pid), "--output", str(file)]
    return subprocess.Popen(
        [*command, *options, *target], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
