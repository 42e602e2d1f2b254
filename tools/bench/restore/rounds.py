"""A round: traffic, the loss of the server, the restore as the runbook says, and what is there."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tools.bench.activities.program import (
    Program,
    add_tasks,
    make_program,
    runs_of,
    token_of_a_source,
)
from tools.bench.publishing import Published, album_of, publish
from tools.bench.quiet import disconnect, is_quiet
from tools.bench.rehearsal import Rehearsal
from tools.bench.restore import proof
from tools.bench.restore.cluster import BackedUpCluster
from tools.bench.restore.traffic import TICKS, Traffic
from tools.bench.verdicts import Verdict, verdict_of
from tools.local.health import answers

SERVICES = ("web", "worker", "deliveries", "recognition", "beat", "consumer")
MOST_LOST, MOST_AWAY = 5.0, 300.0  # seconds
PARTICIPANTS, LEAVING = 40, 40
SETTLED_SECONDS = 600.0
DELIVERED_AGAIN = 3600.0  # seconds before the loss: staff may have corrected what was sent then
_FAR = 100_000  # more activities, and photos of the album, than all rounds send


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A round: what it is called, its figures by name, and the verdicts."""

    title: str
    figures: Mapping[str, str]
    verdicts: Sequence[Verdict]


@dataclass(slots=True)
class Clock:
    """How long each step took, in order."""

    steps: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.steps[name] = time.monotonic() - began

    def total(self) -> float:
        return sum(self.steps.values())


@dataclass(slots=True, kw_only=True)
class Drill:
    """The system under rehearsal; `backups` has the seconds of each backup by its kind."""

    cluster: BackedUpCluster
    system: Rehearsal
    traffic: Traffic
    photos: Iterator[Published]
    activities: Iterator[Any]
    backups: dict[str, float] = field(default_factory=dict)
    repository_bytes: int = 0
    losses: int = 0

    @classmethod
    def new(cls, cluster: BackedUpCluster, system: Rehearsal) -> "Drill":
        """Make the program, and who takes part in it."""
        from tools.bench.new_database import run

        run(TICKS)
        system.sandbox.replace_behaviour("number-provider", {"truth": "derive"})
        everybody = make_program(PARTICIPANTS + LEAVING)
        add_tasks(everybody, 20)
        staying = Program(
            program_id=everybody.program_id,
            exercise_id=everybody.exercise_id,
            participants=everybody.participants[:PARTICIPANTS],
        )
        leaving = list(everybody.participants[PARTICIPANTS:])
        url = system.sandbox.url("album", "/pixel.jpg")
        # One album: the sandbox shows the same few persons in all, and they are erased in theirs.
        photos = iter(album_of([f"{url}?{number}" for number in range(_FAR)]))
        traffic = Traffic(program=staying, leaving=leaving, token=token_of_a_source())
        disconnect()
        return cls(
            cluster=cluster,
            system=system,
            traffic=traffic,
            photos=photos,
            activities=runs_of(everybody, _FAR),
        )

    def back_up(self, kind: str) -> None:
        began = time.monotonic()
        self.cluster.back_up(kind)
        self.backups[kind] = time.monotonic() - began
        self.repository_bytes = self.cluster.repository_bytes()

    def lose_and_restore(self, title: str, seconds: int, *, is_chosen: bool) -> Restored:
        """Lose the server amid traffic and restore: the newest commit, or the middle of it."""
        if self.losses:
            self.back_up("diff")
        self.losses += 1
        chosen, lost_on = self._lose_amid(seconds)
        clock = Clock()
        self._restore(clock, chosen if is_chosen else None)
        newest = proof.newest_tick()
        confirmed = self.traffic.confirmed
        in_file = proof.erasures_file()
        marks = [one.mark for one in confirmed.erased if str(one.erasure_id) in in_file]
        back = proof.rows_naming(marks)
        disconnect()
        self._reconcile(clock, lost_on)
        with clock.step("processes, until ready"):
            self._start()
        failed = list(proof.failed_verifications())
        self.cluster.receive(f"wal-{self.losses + 1}")
        unfinished = list(self._repeat())
        verdicts = [
            self._lost(newest, chosen if is_chosen else None),
            Verdict(
                bar=f"back within {MOST_AWAY:g} s",
                measured=f"{clock.total():.0f} s",
                passed=clock.total() <= MOST_AWAY,
            ),
            verdict_of("every verification passes", failed),
            verdict_of("everything settles after the sources have repeated", unfinished),
            self._erased(marks, back),
            verdict_of(
                "every activity is credited once",
                proof.wrong_activities(confirmed, {one.mark for one in confirmed.erased}),
            ),
            verdict_of(
                "the photo service has every photo's results as we have them",
                proof.wrong_photos([one.photo_id for one in confirmed.photos], self.system.sandbox),
            ),
            verdict_of("every verification passes at the end", proof.failed_verifications()),
            verdict_of("nothing failed that the loss does not explain", confirmed.faults),
        ]
        disconnect()
        return Restored(title=title, figures=self._figures(clock, in_file), verdicts=verdicts)

    def _lose_amid(self, seconds: int) -> tuple[float, float]:
        """Return a second in the middle of the traffic, and when the server was lost."""
        disconnect()
        with self.traffic.flowing(self.photos, self.activities):
            self._run_for(seconds / 2)
            chosen = time.time()
            self._run_for(seconds / 2)
            self.cluster.lose()
            lost_on = time.time()
        for name in SERVICES:
            self.system.kill(name)
        self.cluster.stop_receiving()
        return chosen, lost_on

    def _run_for(self, seconds: float) -> None:
        self.system.wait(lambda: False, seconds)

    def _restore(self, clock: Clock, chosen: float | None) -> None:
        target = [str(datetime.fromtimestamp(chosen, UTC))] if chosen else []
        with clock.step("files of the backup"):
            self.cluster.restore(*target)
        with clock.step("WAL, until the database answers"):
            self.cluster.start()

    def _reconcile(self, clock: Clock, lost_on: float) -> None:
        since = datetime.fromtimestamp(lost_on - DELIVERED_AGAIN, UTC).isoformat()
        with clock.step("manage.py version"):
            proof.manage("version")
        with clock.step("manage.py reconcile_after_restore"):
            arguments = ["--apply", "--ask-again", "--deliver-since", since]
            proof.manage("reconcile_after_restore", *arguments)
        with clock.step("manage.py replay_erasures"):
            proof.manage("replay_erasures", str(proof.erasures_path()))

    def _start(self) -> None:
        for service in self.system.supervisor.services:
            if service.name in SERVICES:
                service.start()
        ready = answers(f"{proof.public_url()}/health/ready")
        if not self.system.wait(ready, MOST_AWAY):
            raise RuntimeError("the processes are not ready")

    def _repeat(self) -> Iterator[str]:
        """Send again, from the sources, what they sent since the backup; yield what stays open."""
        confirmed = self.traffic.confirmed
        publish(confirmed.photos)
        refused = self.traffic.send_all(confirmed.activities)
        in_time = self.system.wait(_has_settled, SETTLED_SECONDS)
        yield from [] if in_time else [f"not within {SETTLED_SECONDS:g} s"]
        yield from proof.left_over()
        erased = {one.mark for one in confirmed.erased}
        yield from (
            f"{one['activityId']} refused" for one in refused if one["userId"] not in erased
        )

    def _lost(self, newest: tuple[int, float], chosen: float | None) -> Verdict:
        ticks = self.traffic.confirmed.ticks
        if chosen is None:
            lost = [at for n, at in ticks if n > newest[0]]
            seconds = ticks[-1][1] - newest[1] if lost else 0.0
            return Verdict(
                bar=f"at most {MOST_LOST:g} s of commits are lost",
                measured=f"{seconds:.2f} s, {len(lost)} commits",
                passed=seconds <= MOST_LOST,
            )
        before = max((at for _, at in ticks if at <= chosen), default=0.0)
        return Verdict(
            bar="all until the chosen second, nothing after it",
            measured=f"the newest is {chosen - newest[1]:.2f} s before it, "
            f"the last confirmed {chosen - before:.2f} s",
            passed=newest[1] <= chosen and newest[1] >= before - 0.001,
        )

    def _erased(self, marks: Collection[str], back: Mapping[str, int]) -> Verdict:
        found = proof.rows_naming(marks)
        faults = [f"{count} rows of {table}" for table, count in found.items()]
        return Verdict(
            bar="the erased are nowhere in the database",
            measured=f"{len(marks)} erased, {sum(back.values())} rows of them were back before "
            f"`replay_erasures`; now {'; '.join(faults) or 'none'}",
            passed=not found and bool(marks),
        )

    def _figures(self, clock: Clock, in_file: Collection[str]) -> Mapping[str, str]:
        confirmed = self.traffic.confirmed
        steps = {name: f"{seconds:.1f} s" for name, seconds in clock.steps.items()}
        return {
            **steps,
            "From the first step to ready": f"{clock.total():.1f} s",
            "Confirmed until the loss": f"{len(confirmed.photos):,} photos, "
            f"{len(confirmed.activities):,} activities, {len(confirmed.corrections):,} corrections",
            "Erasures ordered, in the file": f"{len(confirmed.erased)}, {len(in_file)}",
        }


def _has_settled() -> bool:
    return is_quiet() and proof.is_settled()
