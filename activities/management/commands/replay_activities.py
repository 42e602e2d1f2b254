"""`manage.py replay_activities`: post again the steps that activities lack.

Without `--apply` it only prints what it would do. With it, the replay is a long job, which this
command works on in the foreground: Ctrl-C stops it, and `--resume` goes on; if the process is
killed, a worker goes on. No step is posted twice.
"""

from argparse import ArgumentParser
from getpass import getuser
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from activities.explaining.progress import STEPS
from activities.records.models import ActivityReplay, ActivityState
from activities.replaying import (
    ActivityReplayNotFound,
    count_selected,
    preview_next,
    resume_replay,
    start_replay,
)
from foundation.messaging import jobs
from foundation.messaging.jobs import shown_progress
from foundation.records.audit import operator
from programs.activity_types import activity_types
from programs.programs.models import MarketingProgram
from rewards.months import moment

BATCH = 500


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
            self._resume(options["resume"], options["batch"])
            return
        replay = _replay(options)
        if options["apply"]:
            self._start(replay)
        else:
            self._preview(replay)

    def _preview(self, replay: ActivityReplay) -> None:
        """Print what a replay would do, and do nothing."""
        replay.total = count_selected(replay)
        with shown_progress(self.stderr, "activities") as show:
            while preview_next(replay):
                show(replay)
        self._report("Would be", replay)
        self.stdout.write("Nothing was changed: add --apply to do it.")

    def _start(self, replay: ActivityReplay) -> None:
        claim_id = uuid4()
        with transaction.atomic():  # so that no worker takes it
            start_replay(replay, operator("replay_activities"))
            jobs.claim(ActivityReplay, replay.pk, claim_id)
        self._work_on(replay, claim_id)

    def _resume(self, replay_id: UUID, batch: int) -> None:
        try:
            replay = resume_replay(replay_id, batch, operator("replay_activities"))
        except ActivityReplayNotFound as refusal:
            raise CommandError(str(refusal)) from None
        if replay.is_over:
            self._report("Was", replay)
            return
        self._work_on(replay, uuid4())

    def _work_on(self, replay: ActivityReplay, claim_id: UUID) -> None:
        self.stdout.write(f"Replay {replay.pk}; if it stops: --resume {replay.pk}")
        try:
            with shown_progress(self.stderr, "activities") as show:
                for worked_on in jobs.portions(ActivityReplay, replay.pk, claim_id):
                    show(worked_on)
        except KeyboardInterrupt:
            jobs.cancel(ActivityReplay, replay.pk, getuser(), timezone.now())
            text = f"The replay was stopped; it goes on by --resume {replay.pk}"
            raise CommandError(text, returncode=130) from None
        except jobs.ClaimLost:
            text = "Another process works on the replay, or did a moment ago: a worker goes on."
            raise CommandError(text) from None
        self._report("Was", worked_on)

    def _report(self, verb: str, replay: ActivityReplay) -> None:
        self.stdout.write(f"{replay.done:,} activities looked at.")
        for name, words in STEPS.items():
            self.stdout.write(f"{verb} posted: {replay.steps.get(name, 0):,} to {words}.")
        self.stdout.write(f"{verb} sent back: {replay.sent_back:,} steps that were given up.")
        self.stdout.write(f"Left alone: {replay.waiting:,} steps that wait already.")


def _replay(options: dict[str, Any]) -> ActivityReplay:
    program, now = options["program"], timezone.now()
    if program and not MarketingProgram.objects.filter(pk=program).exists():
        raise CommandError(f"No marketing program {program}.")
    return ActivityReplay(
        created_before=options["until"] or now,
        created_from=options["since"],
        program_id=program,
        type=options["type"],
        activity_state=options["state"],
        batch=options["batch"],
        started_by=getuser()[:150],
        created_on=now,
    )
