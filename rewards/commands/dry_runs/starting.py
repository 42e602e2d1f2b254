"""Starting a dry run: a formula has at most one that is unfinished."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction

from records.creating import IdTaken
from records.refusals import Conflict, Invalid
from records.writing import insert_new
from rewards import wakeups
from rewards.comparison import freeze
from rewards.models import FormulaDryRun, RewardFormula

WAKEUP_GRACE = timedelta(seconds=10)
_DATA = ("formula_id", "revision_id", "since", "before")


class DryRunUnfinished(Conflict):
    """The formula has a dry run that waits or runs; cancel it, or wait until it is finished."""

    code = "dry-run-unfinished"


class PeriodInvalid(Invalid):
    """A period begins in the past, and ends after it begins."""

    code = "period-invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartDryRunCommand:
    """Compare a formula's revision with the live formulas over activities of a period.

    The period is from `since` until just before `before`. `number` None: the revision that was
    saved last. `claim_id` is that of a caller who works on the run itself: no worker is woken.
    """

    dry_run_id: UUID
    formula_id: UUID
    number: int | None = None
    since: datetime
    before: datetime
    claim_id: UUID | None = None
    actor: str
    now: datetime


@transaction.atomic
def start_dry_run(command: StartDryRunCommand) -> FormulaDryRun:
    """Start a dry run, or find it where the same command started it before.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises PeriodInvalid: the period ends before it begins, or has not begun.
    :raises DryRunUnfinished: another dry run of the formula is not finished.
    :raises IdTaken: there is a dry run of that id with other data.
    """
    _refuse_period(command)
    run = _new_run(command)
    if insert_new(run):
        if command.claim_id is None:
            transaction.on_commit(partial(wakeups.work_on_dry_run, run.pk))
        return run
    known = FormulaDryRun.objects.filter(pk=command.dry_run_id).first()
    if known is None:
        raise DryRunUnfinished
    if any(getattr(known, name) != getattr(run, name) for name in _DATA):
        raise IdTaken
    return known


def _new_run(command: StartDryRunCommand) -> FormulaDryRun:
    formula = RewardFormula.objects.select_related("revision").get_or_refuse(command.formula_id)
    revision = formula.revision_numbered(command.number)
    contenders = freeze(formula, revision)
    leased_until = command.now + settings.DRY_RUN_LEASE if command.claim_id else None
    return FormulaDryRun(
        pk=command.dry_run_id,
        formula=formula,
        revision=revision,
        since=command.since,
        before=command.before,
        live=contenders.live,
        draft=contenders.draft,
        claim_id=command.claim_id,
        leased_until=leased_until,
        next_attempt_on=leased_until or command.now + WAKEUP_GRACE,
        started_by=command.actor,
        created_on=command.now,
    )


def _refuse_period(command: StartDryRunCommand) -> None:
    if command.since >= command.now:
        raise PeriodInvalid(errors={"since": "must be in the past"})
    if command.before <= command.since:
        raise PeriodInvalid(errors={"before": "must be after since"})
