"""Revisions, activations and dry runs of a formula as tables, for its pages."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from foundation.messaging.models import LongJobState
from foundation.staff.command_admin import ReadOnlyInline
from foundation.staff.html import address_of_page, labelled, table, wrapping_link
from rewards.access import READERS
from rewards.approvals.admin import COLOURS
from rewards.approvals.models import ActivationState
from rewards.formulas.models import FormulaActivation, FormulaRevision, RewardFormula
from rewards.formulas.queries import lines_in_words, list_revisions
from rewards.trials.differences import ADDED, REMOVED
from rewards.trials.dry_runs_admin import results_of
from rewards.trials.models import FormulaDryRun

MOST_ROWS = 50
MOST_RUNS = 3
LIFE = "admin:rewards_rewardformula_activation"
_CLASSES = {ADDED: "fl-added", REMOVED: "fl-removed"}


def activations_table(formula: RewardFormula) -> str:
    """Return who requested and approved which revision, the newest first."""
    rows = [_row(each) for each in formula.activations.newest()[:MOST_ROWS]]
    headers = ["Revision", "State", "Requested", "Settled", "Active until", "Reason"]
    return table(headers, rows)


def _row(each: FormulaActivation) -> list[object]:
    is_running = each.state == ActivationState.APPROVED and each.ended_on is None
    return [
        each.revision.number,
        labelled("Active" if is_running else each.state, COLOURS),
        _who(each.requested_by, each.requested_on),
        _who(each.settled_by, each.settled_on),
        _who(each.ended_by, each.ended_on),
        each.reason,
    ]


def _who(name: str, on: Any) -> str:
    if on is None:
        return ""
    return format_html(
        '{}<div class="whitespace-nowrap">{}</div>', name, f"{on:%Y-%m-%d %H:%M} UTC"
    )


def address_of_activation(revision: FormulaRevision) -> str:
    """Return the page on which a revision is looked at and made active."""
    return f"{reverse(LIFE, args=[revision.formula_id])}?revision={revision.number}"


def difference_shown(difference: str) -> str:
    """Return a unified difference: a sign and a ground for what changed, none for what did not."""
    lines = [each for each in difference.split("\n")[2:] if not each.startswith("@@")]
    marked = ((_CLASSES.get(each[:1], ""), each) for each in lines)
    shown = format_html_join("", '<div class="{}">{}</div>', marked)
    return format_html('<div class="fl-code-shown fl-difference">{}</div>', shown)


def dry_runs_of(revision: FormulaRevision, reader: HttpRequest) -> list[dict[str, Any]]:
    """Return the newest dry runs of a revision, each with its figures if it has any."""
    runs = FormulaDryRun.objects.filter(revision=revision).order_by("-created_on")[:MOST_RUNS]
    return [_dry_run(run, reader) for run in runs]


def _dry_run(run: FormulaDryRun, reader: HttpRequest) -> dict[str, Any]:
    period = f"{run.since:%Y-%m-%d} to {run.before:%Y-%m-%d}"
    known = run.known_results if run.state == LongJobState.FINISHED else None
    return {
        "link": wrapping_link(address_of_page(FormulaDryRun, run.pk), period),
        "state": run.state,
        "figures": results_of(known, reader)["figures"] if known else [],
    }


# The revisions on a formula's page: what each changed, and which one is active.


class RevisionInline(ReadOnlyInline):
    """Everything that the formula ever was, each with its difference from the one before."""

    opened_by = {"view": READERS}

    model = FormulaRevision
    fk_name = "formula"
    fields = readonly_fields = ("shown_number", "difference", "created_by", "created_on", "look")
    ordering = ("-number",)
    _differences: Mapping[int, str] | None = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormulaRevision]:
        found: QuerySet[FormulaRevision] = super().get_queryset(request)
        return found.select_related("formula")

    @admin.display(description="Revision")
    def shown_number(self, revision: FormulaRevision) -> str:
        is_active = revision.pk == revision.formula.active_revision_id
        label = labelled("Active", COLOURS) if is_active else ""
        return format_html("{} {}", revision.number, label)

    @admin.display(description="Changes")
    def difference(self, revision: FormulaRevision) -> str:
        if self._differences is None:  # an inline is made for each request
            rows = list_revisions(revision.formula_id, lines_in_words)
            self._differences = {each.revision.number: each.difference for each in rows}
        if difference := self._differences.get(revision.number):
            return difference_shown(difference)
        return format_html('<pre class="fl-code-shown">{}</pre>', revision.expression)

    @admin.display(description="")
    def look(self, revision: FormulaRevision) -> str:
        return wrapping_link(address_of_activation(revision), "Look at it, make it active…")
