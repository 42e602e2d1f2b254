"""Takes away each part of a cluster of three hosts in the middle of photos and activities.

    python -m tools.bench.cluster [--photos 1000] [--activities 1000] [--seconds 100] [--break "host one"]

The hosts are network namespaces of this machine: it needs root, and Debian's packages patroni,
etcd-server, rabbitmq-server, redis-server, redis-sentinel, pgbouncer, haproxy and iproute2. Their
files are those of deploy/cluster. For each part the photos and activities come evenly over
`--seconds`; after a third of the time the part is killed or cut off, and comes back after forty
seconds. Prints for each how long nothing was finished, and what was lost, doubled or different.
Exits with 1 if anything was, or if nothing was finished for longer than 30 seconds.
"""

import argparse
import itertools
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from rich.console import Console
from rich.table import Table

from tools.bench.cluster import cluster as clusters
from tools.bench.cluster.cluster import Cluster, run_cluster
from tools.bench.cluster.strikes import STRIKES, Strike
from tools.bench.verdicts import Verdict, conclude, verdict_of

MOST_SECONDS = 30.0
END_SECONDS = 600.0
PARTICIPANTS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a strike did: the longest time in which nothing was finished, and what differs."""

    broken: str
    photos: float
    activities: float
    ended: float  # seconds from the strike until all was finished
    lost: int
    doubled: int
    repeated: int
    differences: list[str]

    @property
    def silence(self) -> float:
        return max(self.photos, self.activities)


@dataclass(slots=True, kw_only=True)
class Rehearsed:
    """All that was sent so far, over all strikes."""

    cluster: Cluster
    token: str
    program: Any
    wanted: dict[UUID, Any] = field(default_factory=dict)
    sent: list[Any] = field(default_factory=list)
    activity_events: int = 0

    def strike(
        self, name: str, strike: Strike, photos: int, activities: int, seconds: float
    ) -> Result:
        """Send photos and activities, strike in the middle, mend, and look at the end."""
        from tools.bench.activities.program import runs_of
        from tools.bench.breaking import derived_photos
        from tools.bench.cluster.load import Watch, sending

        cluster, watch = self.cluster, Watch(cluster=self.cluster)
        wanted, album = derived_photos(cluster.sandbox, photos)
        bodies = list(runs_of(self.program, activities))
        self.wanted |= wanted
        self.sent += bodies
        self.activity_events += len(bodies[1::2])
        watch.look()
        with watch.looking():
            with sending(album, bodies, self.token, seconds) as all_sent:
                _tend_for(cluster, seconds / 3)
                watch.begin()
                strike.strike()
                struck = time.monotonic()
                _tend_for(cluster, strike.away)
                strike.mend()
                cluster.wait(all_sent, END_SECONDS)
            longest = dict(watch.end())
            in_time = cluster.wait(self._is_finished, END_SECONDS)
        ended = time.monotonic() - struck
        return self._compared(name, longest, ended, [] if in_time else ["not finished in time"])

    def _is_finished(self) -> bool:
        return not self._unrest()

    def _unrest(self) -> str:
        from django.db import DatabaseError, InterfaceError

        from foundation.messaging.bus.broker import CONNECTION_ERRORS
        from tools.bench.ending import unrest
        from tools.bench.quiet import is_quiet

        try:
            left = unrest(len(self.wanted), self.cluster.sandbox, other_events=self.activity_events)
            return left or ("" if is_quiet() else "outbox")
        except (DatabaseError, InterfaceError, *CONNECTION_ERRORS) as error:
            return str(error)

    def _compared(
        self, name: str, longest: dict[str, float], ended: float, late: list[str]
    ) -> Result:
        from tools.bench.activities.proof import prove, read_end
        from tools.bench.ending import compare

        if late:
            late = [f"{late[0]}: {self._unrest()}"]
        ending = asdict(
            compare(self.wanted, self.cluster.sandbox, other_events=self.activity_events)
        )
        faults = [str(each) for each in prove(read_end(), self.sent) if not each.passed]
        ending["differences"] = [*late, *ending["differences"], *faults]
        return Result(
            broken=name,
            photos=longest["photos"],
            activities=longest["activities"],
            ended=ended,
            **ending,
        )


def main() -> None:
    """Run the strikes one after the other in one cluster, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.cluster", description=__doc__)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--activities", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=100.0)
    parser.add_argument("--break", dest="broken", nargs="+", choices=STRIKES, metavar="PART")
    asked = parser.parse_args()
    if reason := clusters.why_not():
        parser.error(reason)
    with run_cluster({}) as cluster:
        results = list(rehearse_strikes(cluster, asked))
    show(results)
    conclude(list(_verdicts(results)))


def rehearse_strikes(cluster: Cluster, asked: argparse.Namespace) -> Iterable[Result]:
    """Run the strikes that were asked for; print each as it ends."""
    from tools.bench.activities.program import add_tasks, make_program, token_of_a_source

    names = asked.broken or list(STRIKES)
    program = make_program(PARTICIPANTS)
    add_tasks(program, 1 + len(names) * asked.activities // PARTICIPANTS)
    rehearsed = Rehearsed(cluster=cluster, token=token_of_a_source(), program=program)
    for name in names:
        result = rehearsed.strike(
            name, STRIKES[name](cluster), asked.photos, asked.activities, asked.seconds
        )
        print(json.dumps(asdict(result) | {"differences": result.differences[:5]}), flush=True)
        yield result
        if not cluster.wait(cluster.is_whole, END_SECONDS):
            raise RuntimeError(f"after {name} the cluster does not become whole again")


def show(results: Sequence[Result]) -> None:
    """Print the table."""
    table = Table(
        title="Killed or cut off in the middle of photos and activities, for 40 seconds",
        caption="No photo, no activity: the longest time in which none was finished, though they"
        " came evenly. Sent again: equal repeats, recognised by their version.",
    )
    headings = ("Broken", "No photo, s", "No activity, s", "All finished, s", "Lost", "Doubled",
                "Sent again", "Differences")  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "Broken" else "right")
    for each in results:
        table.add_row(
            each.broken, f"{each.photos:.1f}", f"{each.activities:.1f}", f"{each.ended:.0f}",
            str(each.lost), str(each.doubled), str(each.repeated), str(len(each.differences)),
        )  # fmt: skip
    Console(width=120).print(table)


def _verdicts(results: Sequence[Result]) -> Iterable[Verdict]:
    late = [f"{r.broken}: {r.silence:.0f} s" for r in results if r.silence > MOST_SECONDS]
    different = itertools.chain.from_iterable(r.differences for r in results)
    yield verdict_of("0 lost, 0 doubled, 0 differences", different)
    yield verdict_of(f"service again within {MOST_SECONDS:g} s of every break", late)


def _tend_for(cluster: Cluster, seconds: float) -> None:
    cluster.wait(lambda: False, seconds)


if __name__ == "__main__":
    main()
