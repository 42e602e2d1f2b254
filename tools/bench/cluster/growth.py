"""Two hosts of the application beside one, each with a bounded share of a processor.

    python -m tools.bench.cluster.growth [--photos 400] [--activities 400] [--share 0.3]

The cluster is that of `tools.bench.cluster`. First the application runs on one host, then on both;
cgroups bound what each host's application may take of a processor. PostgreSQL, RabbitMQ, Redis and
what plays the callers are not bounded, so the machine has to have the rest for them: twice the
share, and about one processor more. Prints photos and activities a second, and exits with 1 if a
bar is missed.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.bench.breaking import derived_photos
from tools.bench.cluster.cluster import Cluster, answer_of, run_cluster, why_not
from tools.bench.cluster.hosts import ADDRESSES
from tools.bench.cluster.load import Watch, sending
from tools.bench.cluster.strikes import APPLICATION, AWAY, BOTH
from tools.bench.verdicts import Verdict, conclude, show_figures

GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD_MICROSECONDS = 100_000
LEAST_RATIO = 1.8
WARM_UP = 60
END_SECONDS = 900.0


@dataclass(slots=True, kw_only=True)
class Growth:
    """The application on as many hosts as are awake, and what it was sent."""

    cluster: Cluster
    token: str
    program: Any
    watch: Watch
    sent: dict[str, int] = field(default_factory=lambda: {"photos": 0, "activities": 0})

    def photos_a_second(self, count: int) -> float:
        """Publish so many photos at once; return how many were delivered a second."""
        _, album = derived_photos(self.cluster.sandbox, count)
        return self._a_second("photos", count, album, [])

    def activities_a_second(self, count: int) -> float:
        """Send so many activities at once; return how many were credited a second."""
        from tools.bench.activities.program import runs_of

        return self._a_second("activities", count, [], list(runs_of(self.program, count)))

    def sleep_on(self, host: str) -> None:
        """Let the application of a host be away until `wake_on`."""
        for name in APPLICATION:
            self.cluster.parts[host].hold(name, AWAY)

    def wake_on(self, host: str) -> None:
        """Start the application of a host, and wait until its web is ready."""
        for name in APPLICATION:
            self.cluster.parts[host].hold(name, 0)
        ready = f"http://{ADDRESSES[host]}:8000/health/ready"
        if not self.cluster.wait(lambda: answer_of(ready) == 200, END_SECONDS):
            raise RuntimeError(f"the web of host {host} does not become ready")

    def _a_second(self, kind: str, count: int, photos: Any, activities: Any) -> float:
        self.sent[kind] += count
        began = time.monotonic()
        with sending(photos, activities, self.token, 0.0):
            if not self.cluster.wait(self._all(kind), END_SECONDS):
                raise RuntimeError(f"{kind} were not finished in time")
        return count / (time.monotonic() - began)

    def _all(self, kind: str) -> Callable[[], bool]:
        def is_finished() -> bool:
            self.watch.look()
            return self.watch.finished[kind] >= self.sent[kind]

        return is_finished


@contextmanager
def bounded(cluster: Cluster, share: float) -> Iterator[Callable[[], None]]:
    """Bound the application of each host; yields what bounds processes that came later."""
    groups = {name: GROUPS / f"finishline-{name}" for name in BOTH}
    for group in groups.values():
        group.mkdir()
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
        (group / "cpu.cfs_quota_us").write_text(str(round(share * PERIOD_MICROSECONDS)))

    def bound() -> None:
        for name, group in groups.items():
            for pid in cluster.parts[name].pids(*APPLICATION):
                (group / "cgroup.procs").write_text(str(pid))

    try:
        bound()
        yield bound
    finally:
        for name, group in groups.items():
            for pid in cluster.parts[name].pids(*APPLICATION):
                (GROUPS / "cgroup.procs").write_text(str(pid))
            group.rmdir()


def measure(cluster: Cluster, photos: int, activities: int, share: float) -> Mapping[str, float]:
    """Return what one host and both finish a second, by name."""
    from tools.bench.activities.program import add_tasks, make_program, token_of_a_source

    program = make_program(50)
    add_tasks(program, 1 + 2 * (activities + WARM_UP) // 50)
    growth = Growth(
        cluster=cluster, token=token_of_a_source(), program=program, watch=Watch(cluster=cluster)
    )
    found = {}
    growth.sleep_on("two")
    with bounded(cluster, share) as bound:
        for hosts in ("one host", "two hosts"):
            if hosts == "two hosts":
                growth.wake_on("two")
                bound()
            growth.photos_a_second(WARM_UP)
            growth.activities_a_second(WARM_UP)
            found[f"photos, {hosts}"] = growth.photos_a_second(photos)
            found[f"activities, {hosts}"] = growth.activities_a_second(activities)
    return found


def main() -> None:
    """Measure one host and two, and print whether the bar is met."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.cluster.growth", description=__doc__
    )
    parser.add_argument("--photos", type=int, default=400)
    parser.add_argument("--activities", type=int, default=400)
    parser.add_argument("--share", type=float, default=0.3)
    asked = parser.parse_args()
    if reason := why_not():
        parser.error(reason)
    with run_cluster({}) as cluster:
        found = measure(cluster, asked.photos, asked.activities, asked.share)
    show_figures(
        f"Finished a second, each host's application bounded to {asked.share:g} processors",
        {name: f"{value:.1f}" for name, value in found.items()},
    )
    ratios = {kind: found[f"{kind}, two hosts"] / found[f"{kind}, one host"]
              for kind in ("photos", "activities")}  # fmt: skip
    conclude([
        Verdict(bar=f"two hosts finish at least {LEAST_RATIO:g} × the {kind} of one",
                measured=f"{ratio:.2f} ×", passed=ratio >= LEAST_RATIO)
        for kind, ratio in ratios.items()
    ])  # fmt: skip


if __name__ == "__main__":
    main()
