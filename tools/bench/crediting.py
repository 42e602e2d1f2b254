"""Credits activities by many workers that are killed, every event and credit delivered five times.

    python -m tools.bench.crediting [--activities 1000] [--workers 16] [--kills 40] [--limits] [--here]

Each worker is a process. It takes in events as the consumer does and drains the steps of the outbox
as the workers do. Beside that it runs single steps, as a worker does that is late and has lost its
lane, and credits rewards again. In the middle of that workers are killed with SIGKILL; what they
had in hand is delivered again, to others. Then the database is looked at from
all sides. With `--limits` each participant's points and number of activities are limited, and the
points of all: no limit is exceeded, none is left unused, and the explanations agree (the bar is
2,000 activities of 50 participants). It runs in a database of its own, or with `--here` in that of
DATABASE_URL. Exits with 1 if anything is lost, doubled or wrong.
"""

import argparse
import os
import random
import signal
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, cast
from uuid import UUID

from tools.bench import limited
from tools.bench.credited import prove
from tools.bench.limited import prove_limits
from tools.bench.new_database import database
from tools.bench.verdicts import Verdict, conclude, show_figures
from tools.local.environment import prepare

DELIVERIES = 5
ACTIVITIES_EACH = 25  # of a participant
DRAINS = 5  # tasks between two drains
TIMEOUT_SECONDS = 1800.0
SETTINGS = {"OUTBOX_BACKOFF_BASE_SECONDS": "0.1", "LOG_LEVEL": "ERROR"}
EVENT, CREDIT, DRAIN = "event", "credit", "drain"
DONE, LATER = "done", "later"

Task = tuple[str, int]


@dataclass(slots=True, kw_only=True)
class Worker:
    """A process, the pipe to it, and what it has in hand."""

    pid: int
    pipe: Connection
    task: Task | None = None


@dataclass(slots=True, kw_only=True)
class Run:
    """The events, what is still to be done, and what happened."""

    events: Sequence[Any]
    waiting: deque[Task] = field(default_factory=deque)
    put_off: list[Task] = field(default_factory=list)  # until the steps were drained again
    workers: list[Worker] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)


def credit(
    activities: int, workers: int, kills: int, *, limits: bool = False
) -> tuple[Run, float, list[Verdict]]:
    """Credit so many activities while workers are killed; return what happened, and the proof."""
    bodies = _limited_bodies(activities) if limits else _bodies(activities)
    run = Run(events=[_event(body) for body in bodies])
    tasks = [(kind, n) for n in range(activities) for kind in (EVENT, CREDIT)] * DELIVERIES
    random.Random(7).shuffle(tasks)
    run.waiting.extend(tasks)
    began = time.perf_counter()
    _disconnect()
    for _ in range(workers):
        run.workers.append(_fork(run))
    _work(run, kills, len(tasks))
    _stop(run)
    proof = prove_limits if limits else prove
    return run, time.perf_counter() - began, proof(run.errors, bodies)


def _work(run: Run, kills: int, tasks: int) -> None:
    """Hand out the tasks, and kill a worker each time that another share of them is done."""
    chance, until = random.Random(11), time.monotonic() + TIMEOUT_SECONDS
    while not _is_finished(run):
        if time.monotonic() > until:
            run.errors.append("not finished in time")
            return
        _hand_out(run)
        if run.counts["killed"] < kills * run.counts[DONE] // tasks:
            _kill(run, chance)
        for pipe in wait([worker.pipe for worker in run.workers], timeout=1.0):
            _hear(run, next(each for each in run.workers if each.pipe is pipe))


def _is_finished(run: Run) -> bool:
    is_idle = not run.waiting and all(worker.task is None for worker in run.workers)
    is_left = bool(run.counts["left"] or run.put_off)
    if is_idle and is_left:
        run.waiting.extend([(DRAIN, 0)] * len(run.workers))  # each takes another lane
    return is_idle and not is_left


def _hand_out(run: Run) -> None:
    for worker in run.workers:
        if worker.task is None and run.waiting:
            run.counts["handed out"] += 1
            is_drain = run.counts["handed out"] % DRAINS == 0
            worker.task = (DRAIN, 0) if is_drain else run.waiting.popleft()
            worker.pipe.send(worker.task)


def _kill(run: Run, chance: random.Random) -> None:
    """Kill a worker that has a task in hand; another process takes its place."""
    busy = [worker for worker in run.workers if worker.task is not None]
    if not busy:
        return
    worker = chance.choice(busy)
    time.sleep(chance.random() * 0.02)  # anywhere within the task
    os.kill(worker.pid, signal.SIGKILL)
    os.waitpid(worker.pid, 0)
    worker.pipe.close()
    run.waiting.append(worker.task or (DRAIN, 0))
    run.workers.remove(worker)
    run.workers.append(_fork(run))
    run.counts["killed"] += 1
    run.counts["left"] = 1


def _hear(run: Run, worker: Worker) -> None:
    """Note what became of a worker's task."""
    outcome, left = worker.pipe.recv()
    task, worker.task = worker.task, None
    run.counts[outcome if outcome in (DONE, LATER) else "failed"] += 1
    run.counts["left"] = left
    if outcome == LATER and task:
        run.put_off.append(task)
    elif outcome != DONE:
        run.errors.append(outcome)
    elif task and task[0] == DRAIN:
        run.waiting.extend(run.put_off)
        run.put_off.clear()


def _fork(run: Run) -> Worker:
    ours, theirs = Pipe()
    pid = os.fork()
    if pid == 0:
        ours.close()
        for other in run.workers:
            other.pipe.close()
        _serve(theirs, run.events)
    theirs.close()
    return Worker(pid=pid, pipe=ours)


def _serve(pipe: Connection, events: Sequence[Any]) -> None:
    """Do what comes through the pipe until it is closed; never return."""
    try:
        while True:
            kind, number = pipe.recv()
            pipe.send(_tried(kind, events[number]))
    except (EOFError, OSError):
        pass  # the run is over
    finally:
        os._exit(0)


def _tried(kind: str, event: Any) -> tuple[str, int]:
    """Return what became of a task, and whether steps are left."""
    try:
        return _do(kind, event), _left()
    # What a task raises is the proof's business, whatever it is.
    except Exception as error:  # noqa: BLE001
        return f"{kind}: {type(error).__name__}: {error}", 1


def _do(kind: str, event: Any) -> str:
    from foundation.messaging.bus.intake import take_in
    from foundation.messaging.outbox import lanes
    from foundation.messaging.outbox.drain import drain

    if kind == EVENT:
        take_in(event, event.type)
        return DONE
    if kind == CREDIT:
        return _credit_again(UUID(event.subject))
    for lane in lanes.due():
        if lane.startswith("handler:"):
            drain(lane)
    return DONE


def _credit_again(activity_id: UUID) -> str:
    """Run an activity's step as a worker does that has lost the lane; then deliver its refill.

    So all workers want the limits and balances at once: a lane alone is drained by one at a time.
    """
    from django.db import transaction

    from activities.models import Activity
    from activities.steps import refill_balance_of_participant
    from foundation.messaging.models import OutboxMessage
    from foundation.messaging.outbox.handlers import handle

    for row in OutboxMessage.objects.waiting().filter(kind="Handler", key=str(activity_id)):
        handle(row)
    rewards = Activity.objects.filter(pk=activity_id, reward__isnull=False)
    reward = rewards.values_list("reward", flat=True).first()
    if reward is None:
        return LATER
    with transaction.atomic():
        refill_balance_of_participant({"activityId": str(activity_id), "amount": f"{reward:f}"})
    return DONE


def _left() -> int:
    from foundation.messaging.models import OutboxMessage

    return int(OutboxMessage.objects.waiting().filter(kind="Handler").exists())


def _stop(run: Run) -> None:
    for worker in run.workers:
        worker.pipe.close()
        os.waitpid(worker.pid, 0)


def _disconnect() -> None:
    """Close all connections: a process and its fork cannot share one."""
    from django.db import connection

    connection.close()
    cast(Any, connection).close_pool()  # PostgreSQL's has one


def _bodies(activities: int) -> list[dict[str, Any]]:
    from tools.bench.activities.program import add_tasks, make_program, runs_of

    program = make_program(max(1, activities // ACTIVITIES_EACH))
    add_tasks(program, ACTIVITIES_EACH * 3 // 4)
    return list(runs_of(program, activities))


def _limited_bodies(activities: int) -> list[dict[str, Any]]:
    from tools.bench.activities.program import make_program, runs_of

    participants = max(1, activities // limited.ACTIVITIES_EACH)
    program = make_program(participants)
    limited.add_limits(program.program_id, participants)
    return list(runs_of(program, activities))


def _event(body: dict[str, Any]) -> Any:
    from tools.bench.activities.sources import event_of

    return event_of(body)


def main() -> None:
    """Credit, print what happened, and fail if anything is lost, doubled or wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.crediting", description=__doc__)
    parser.add_argument("--activities", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--limits", action="store_true", help="with limits and a budget")
    parser.add_argument("--here", action="store_true", help="in the database of DATABASE_URL")
    asked = parser.parse_args()
    servers = prepare()
    os.environ |= {**SETTINGS, "DJANGO_SETTINGS_MODULE": "config.settings"}
    with nullcontext() if asked.here else database("finishline_crediting") as url:
        os.environ["DATABASE_URL"] = url or os.environ["DATABASE_URL"]
        _set_up(is_new=url is not None)
        run, seconds, verdicts = credit(
            asked.activities, asked.workers, asked.kills, limits=asked.limits
        )
        _disconnect()
    show_figures("Crediting", _figures(asked, run, seconds))
    conclude(verdicts)
    del servers


def _set_up(*, is_new: bool) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    if is_new:
        call_command("migrate", verbosity=0)


def _figures(asked: Any, run: Run, seconds: float) -> dict[str, str]:
    return {
        "Activities, workers": f"{asked.activities:,}, {asked.workers}",
        "Deliveries": f"{run.counts[DONE]:,} done, {run.counts[LATER]:,} put off",
        "Workers killed": f"{run.counts['killed']}",
        "Seconds": f"{seconds:.1f}",
    }


if __name__ == "__main__":
    main()
