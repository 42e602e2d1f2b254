"""`manage.py dry_run_formula`: a draft beside the live formulas over a month of stored activities.

It works in the foreground; Ctrl-C cancels. If the process is killed, a worker goes on with the run,
which the admin shows.
"""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.jobs import in_words, shown_progress
from foundation.messaging.models import LongJobState
from foundation.records.audit import operator
from foundation.records.refusals import Refusal
from foundation.staff.confirming import text_of
from programs.tasks.segments import Segment
from rewards.months import moment, month_of
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    OtherDraft,
    StartDryRunCommand,
    cancel_dry_run,
    start_dry_run,
)
from rewards.trials.models import FormulaDryRun


def month(text: str) -> tuple[datetime, datetime]:
    """Return the month's beginning and end in UTC."""
    try:
        return month_of(text)
    except ValueError as fault:
        raise ArgumentTypeError(str(fault)) from None


def other(text: str) -> OtherDraft:
    """Return a formula and perhaps its revision: `ID` or `ID:2`."""
    formula_id, _, number = text.partition(":")
    return OtherDraft(formula_id=UUID(formula_id), number=int(number) if number else None)


class Command(BaseCommand):
    help = "Compares a formula's draft with the live formulas over stored activities."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("formula", type=UUID)
        parser.add_argument("--month", type=month, help="in UTC, as 2026-10")
        parser.add_argument(
            "--since", type=moment, help="instead of a month: created then or later"
        )
        parser.add_argument("--before", type=moment, help="created before; default: now")
        parser.add_argument("--revision", type=int, help="default: the one that was saved last")
        parser.add_argument(
            "--with",
            dest="others",
            action="append",
            type=other,
            default=[],
            metavar="FORMULA[:REVISION]",
            help="a draft of another formula that is tried together with it; may come again",
        )
        parser.add_argument("--state", default="", help="of participants: Active or Blocked")
        parser.add_argument(
            "--participant",
            dest="participants",
            action="append",
            type=UUID,
            metavar="ID",
            help="only activities of this participant; may come again",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        now, claim_id = timezone.now(), uuid4()
        since, before = _period(options, now)
        command = StartDryRunCommand(
            dry_run_id=uuid4(),
            formula_id=options["formula"],
            number=options["revision"],
            since=since,
            before=before,
            others=options["others"],
            participant_ids=options["participants"],
            segment=Segment(state=options["state"]),
            by=operator("dry_run_formula"),
            now=now,
        )
        try:
            with transaction.atomic():  # so that no worker takes it
                run = start_dry_run(command)
                jobs.claim(FormulaDryRun, run.pk, claim_id)
        except Refusal as refusal:
            raise CommandError(text_of(refusal)) from None
        self._report(self._worked_on(run, claim_id))

    def _worked_on(self, run: FormulaDryRun, claim_id: UUID) -> FormulaDryRun:
        try:
            with shown_progress(self.stderr, "activities") as show:
                for part in jobs.portions(FormulaDryRun, run.pk, claim_id):
                    show(part)
        except KeyboardInterrupt:
            cancel_dry_run(
                CancelDryRunCommand(
                    dry_run_id=run.pk, by=operator("dry_run_formula"), now=timezone.now()
                )
            )
        except jobs.ClaimLost:
            self.stderr.write("The dry run was cancelled, or a worker goes on with it.")
        return FormulaDryRun.objects.get_or_refuse(run.pk)

    def _report(self, run: FormulaDryRun) -> None:
        for line in lines_of(run):
            self.stdout.write(line)
        if run.state != LongJobState.FINISHED:
            raise CommandError(f"{run.state}. {run.reason}".strip(), returncode=130)


def lines_of(run: FormulaDryRun) -> Iterator[str]:
    """Yield the figures of a run as lines."""
    yield f"Dry run {run.pk}: {in_words(run, 'activities')}"
    yield from run.notes
    found = run.known_results
    if found is None:
        return
    for side in ("live", "draft"):
        one = found[side]
        yield f"By {side}: {one['total']:,} in all"
        yield (
            f"{one['rewarded']:,} rewarded, {one['without_reward']:,} without reward, "
            f"{one['failed']:,} failed"
        )
    for what in ("activities", "participants"):
        yield f"{what.capitalize()}: {found[what]['winners']:,} win, {found[what]['losers']:,} lose"
    yield from (
        f"Difference {each['least']:,} to {each['most']:,}: {each['count']:,}"
        for each in found["histogram"]
    )
    yield from (
        f"{each['difference']:+,} ({each['live']:,} → {each['draft']:,}): {each['activity_id']}"
        for each in found["largest"]
    )
    yield from (
        f"Fails by {each['side']}, {each['count']:,} times: {each['reason']} "
        f"(first {each['activity_id']})"
        for each in found["failures"]
    )


def _period(options: dict[str, Any], now: datetime) -> tuple[datetime, datetime]:
    if options["month"]:
        found: tuple[datetime, datetime] = options["month"]
        return found
    if options["since"] is None:
        raise CommandError("Which activities? --month 2026-10, or --since and --before.")
    return options["since"], options["before"] or now
