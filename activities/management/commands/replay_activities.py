"""`manage.py replay_activities`: post again the steps that activities lack.

Without `--apply` it only says what it would do. With it, the position is kept in a row: a replay
that was stopped, even by kill -9, goes on by `--resume` and posts no step twice.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from getpass import getuser
from importlib.util import find_spec
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from activities.commands.replaying import (
    ActivityReplayNotFound,
    Replayed,
    ReplayNextCommand,
    StartReplayCommand,
    replay_next,
    selection_of,
    start_replay,
)
from activities.models import ActivityReplay, ActivityState
from activities.queries.replays import Selection, count_selected, next_batch
from activities.queries.standing import STEPS
from programs.activity_types import activity_types
from programs.models import MarketingProgram

BATCH = 500
Advance = Callable[[int], None]


def moment(text: str) -> datetime:
    """Return the moment; without an offset it is UTC."""
    found = parse_datetime(text if "T" in text or " " in text else f"{text}T00:00")
    if found is None:
        raise ValueError(text)
    return found if found.tzinfo else timezone.make_aware(found, timezone.get_default_timezone())


class Command(BaseCommand):
    help = "Posts again the steps that activities lack; without --apply only says which."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--program", type=UUID, help="only activities of this program")
        parser.add_argument("--type", choices=activity_types(), default="", help="of this type")
        parser.add_argument("--state", choices=ActivityState.values, default="", help="in this")
        parser.add_argument("--from", type=moment, dest="since", help="created then or later")
        parser.add_argument("--until", type=moment, help="created before; default: now")
        parser.add_argument("--batch", type=int, default=BATCH, help=f"default {BATCH}")
        parser.add_argument("--apply", action="store_true", help="do it")
        parser.add_argument("--resume", type=UUID, help="go on with a replay that was stopped")

    def handle(self, *_: Any, **options: Any) -> None:
        if options["batch"] < 1:
            raise CommandError("--batch is at least 1.")
        if options["resume"]:
            self._apply(self._stored(options["resume"]), options["batch"])
            return
        selection = _selection(options)
        if not options["apply"]:
            self._say(selection, options["batch"])
            return
        command = StartReplayCommand(
            replay_id=uuid4(), selection=selection, started_by=getuser()[:150]
        )
        self._apply(start_replay(command), options["batch"])

    def _stored(self, replay_id: UUID) -> ActivityReplay:
        found = ActivityReplay.objects.filter(pk=replay_id).first()
        if found is None:
            raise CommandError(str(ActivityReplayNotFound(f"No replay {replay_id}.")))
        return found

    def _say(self, selection: Selection, size: int) -> None:
        """Say what a replay would do, and do nothing."""
        steps: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        with self._progress(count_selected(selection)) as advance:
            batch = next_batch(selection, None, size)
            while batch.activities:
                steps.update(message.handler for message in batch.messages)
                counts.update(dead=len(batch.dead), waiting=batch.waiting)
                counts.update(looked_at=len(batch.activities))
                advance(len(batch.activities))
                batch = next_batch(selection, batch.position, size)
        self._report("Would be", steps, counts)
        self.stdout.write("Nothing was changed: add --apply to do it.")

    def _apply(self, replay: ActivityReplay, size: int) -> None:
        self.stdout.write(f"Replay {replay.pk}; if it stops: --resume {replay.pk}")
        steps: Counter[str] = Counter()
        counts: Counter[str] = Counter()
        with self._progress(count_selected(selection_of(replay))) as advance:
            advance(replay.looked_at)
            for done in _batches(replay.pk, size):
                steps.update(done.posted)
                counts.update(dead=done.sent_back, waiting=done.waiting, looked_at=done.looked_at)
                advance(done.looked_at)
        self._report("Was", steps, counts)

    def _report(self, verb: str, steps: Counter[str], counts: Counter[str]) -> None:
        self.stdout.write(f"{counts['looked_at']:,} activities looked at.")
        for name, words in STEPS.items():
            self.stdout.write(f"{verb} posted: {steps[name]:,} to {words}.")
        self.stdout.write(f"{verb} sent back: {counts['dead']:,} steps that were given up.")
        self.stdout.write(f"Left alone: {counts['waiting']:,} steps that wait already.")

    @contextmanager
    def _progress(self, total: int) -> Iterator[Advance]:
        """Show how many activities were looked at: a bar, or lines where there is no `rich`."""
        if find_spec("rich") is None:
            yield self._lines(total)
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True)) as progress:
            task = progress.add_task("Activities", total=total)
            yield lambda count: progress.advance(task, count)

    def _lines(self, total: int) -> Advance:
        done = 0

        def advance(count: int) -> None:
            nonlocal done
            done += count
            self.stderr.write(f"{done:,} of {total:,} activities", style_func=str)

        return advance


def _selection(options: dict[str, Any]) -> Selection:
    program = options["program"]
    if program and not MarketingProgram.objects.filter(pk=program).exists():
        raise CommandError(f"No marketing program {program}.")
    return Selection(
        created_before=options["until"] or timezone.now(),
        created_from=options["since"],
        program_id=program,
        type=options["type"],
        state=options["state"],
    )


def _batches(replay_id: UUID, size: int) -> Iterator[Replayed]:
    is_finished = False
    while not is_finished:
        done = replay_next(ReplayNextCommand(replay_id=replay_id, size=size))
        yield done
        is_finished = done.is_finished
