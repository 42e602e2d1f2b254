"""The list of corrections, and the page of one."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Abs
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.html import format_html

from foundation.records.audit import actor_of
from foundation.records.texts import counted, in_utc
from foundation.staff.actions import button, computed_once, unless, view_button
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.display import labelled, link_by_label, table
from foundation.staff.form_fields import ReasonField
from foundation.staff.page_parts import reader_of
from programs.participants.models import Participant
from programs.tasks.segments import list_in_words
from rewards.approvals.commands import ApproverIsRequester
from rewards.balances.models import Balance
from rewards.corrections.commands import (
    OrderCorrectionCommand,
    PreviewUnfinished,
    approve_correction,
    cancel_correction,
    items_as_csv,
    request_correction,
    run_correction_again,
)
from rewards.corrections.models import WAITING, CorrectionItem, ItemState, RewardCorrection
from rewards.corrections.start_page import StartingCorrections
from rewards.months import period_in_words
from rewards.past_activities import past_activities

READERS = ("rewards.read", "rewards.adjust")
MOST_ROWS = 20
MOST_SHOWN = f"The {MOST_ROWS} largest differences at most. CSV has all."
COLOURS = {
    "info": ("Previewing", "Adjusting", "Pending"),
    "success": ("Adjusted",),
    "warning": ("Previewed", "Requested", "Cancelled", "Stopped"),
    "danger": ("Failed", "Refused"),
}
FIGURES = {
    "raised": "get more",
    "lowered": "get less",
    "unchanged": "stay as they are",
    "adjusted_by_hand": "left out: adjusted by a person",
    "not_credited": "left out: not credited yet",
    "not_accepted": "left out: not accepted by the referees",
    "changed_data": "left out: the data changed after the credit",
    "corrected": "left out: corrected by formulas since",
    "failed": "left out: the formulas fail",
}
REQUEST = "{} Another person has to approve it. The reason stands with each adjustment."
BEGUN = "The rewards are being adjusted. This page shows how far it is."
APPROVE = "{} Each reward is adjusted by an operation of its own, with your name and the reason: {}"
AGAIN = "What is not adjusted yet is tried again. No activity is adjusted twice."
CANCEL = "What is adjusted stays; it can be run again."
CANCEL_REQUEST = "The request of {} ends, and no balance changes. It can be requested again."


LEFT = " Limits leave {} of what is added, unless others use them before it is approved."
PAYS_CUTS = "What limits had cut"
PAYS_BY_FORMULAS = "What the active formulas give"
OVER = "It was requested or approved already: its stage is “{}”."
NOT_REQUESTED = "Nobody has requested it: its stage is “{}”."
NOTHING_TO_RUN = "It was not approved, runs now, or has adjusted all of it."
NOTHING_TO_CANCEL = "Nothing of it is under way that could be cancelled."

_UNDER_WAY = Q(runs__isnull=False, runs__finished_on=None)
_LEFT = Q(items__state__in=(ItemState.PENDING, ItemState.REFUSED))
_STOPPED = Q(approved_on__isnull=False) & _LEFT & ~_UNDER_WAY
_OPEN = Q(finished_on=None) | Q(**WAITING) | _UNDER_WAY


def stage_of(correction: RewardCorrection) -> str:
    """Return in a word how far a correction is."""
    if run := correction.last_run:
        ended = "Adjusted" if run.state == "Finished" else "Stopped"
        return ended if run.is_over else "Adjusting"
    if not correction.is_over:
        return "Previewing"
    if correction.state != "Finished":
        return str(correction.state)
    return "Requested" if correction.requested_on else "Previewed"


def _not_to_request(_: Any, __: HttpRequest, correction: RewardCorrection) -> str:
    if correction.requested_on is not None:
        return OVER.format(stage_of(correction))
    return "" if correction.state == "Finished" else PreviewUnfinished().detail


def _not_to_approve(_: Any, request: HttpRequest, correction: RewardCorrection) -> str:
    if not correction.waits_for_approval:
        return (NOT_REQUESTED if correction.requested_on is None else OVER).format(
            stage_of(correction)
        )
    is_own = correction.requested_by == request.user.get_username()
    return ApproverIsRequester().detail if is_own else ""


def _points(added: int, taken: int) -> str:
    return f"{added:,} added, {taken:,} taken: {added - taken:+,} together"


def _said(
    item: CorrectionItem, words: Mapping[UUID, str], people: Mapping[UUID, Participant]
) -> str:
    """Return what an item is about: `Run 10.5 km, of Ann`; ids of what was erased since."""
    who = people.get(item.participant_id)
    what = words.get(item.activity_id, item.activity_id)
    return f"{what}, of {who.known_as if who else item.participant_id}"


def _after_limits(correction: RewardCorrection) -> str:
    """Return in words how much of what is added limits leave; empty: all of it."""
    added, left = (correction.results.get(name, 0) for name in ("added", "left"))
    return "" if left == added else LEFT.format(f"{left:,}")


def _adjusted(correction: RewardCorrection) -> str:
    found = correction.items.aggregate(
        added=Sum("adjusted", filter=Q(adjusted__gt=0), default=0),
        taken=Sum("adjusted", filter=Q(adjusted__lt=0), default=0),
        refused=Count("pk", filter=Q(state=ItemState.REFUSED)),
    )
    points = _points(int(found["added"]), -int(found["taken"]))
    return f"{points}; {counted(found['refused'], 'reward')} refused."


class WhyForm(forms.Form):
    """Why the rewards are adjusted."""

    reason = ReasonField()


@admin.register(RewardCorrection)
class RewardCorrectionAdmin(StartingCorrections, FollowedAdmin):
    filled_by = "Reward approvers start one, after a formula was changed that had paid wrongly."
    opened_by = {"view": READERS, "act": ("rewards.adjust",)}
    list_display = ("created_on", "program", "activity_type", "period", "stage", "started_by")
    list_filter = ("program", "state", "created_on")
    list_select_related = ("program", "formula")
    search_fields = ("id",)
    search_help_text = "Id of a correction"
    ordering = ("-created_on", "id")
    sortable_by = ()
    fields = ("stage", "pays", "program", "activity_type", "formula", "period", "chosen",
              "progress", "figures", "total_of_points", "request_and_approval", "run", "items",
              "reason")  # fmt: skip
    readonly_fields = fields
    actions_list = ("new",)
    actions_detail = ("ask_request", "ask_approve", "ask_again", "ask_cancel", "as_csv")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RewardCorrection]:
        found: QuerySet[RewardCorrection] = super().get_queryset(request)
        return found.prefetch_related("runs")

    def goes_on(self, record: RewardCorrection) -> bool:
        run = record.last_run
        return not record.is_over or (run is not None and not run.is_over)

    @admin.display(description="Stage")
    def stage(self, correction: RewardCorrection) -> str:
        return labelled(stage_of(correction), COLOURS)

    @admin.display(description="Pays")
    def pays(self, correction: RewardCorrection) -> str:
        what = PAYS_CUTS if correction.pays_cuts else PAYS_BY_FORMULAS
        count = len(correction.activities)
        return f"{what}, of {counted(count, 'activity')}" if count else what

    @admin.display(description="Created (UTC)")
    def period(self, correction: RewardCorrection) -> str:
        return period_in_words(correction.since, correction.before)

    @admin.display(description="Participants")
    def chosen(self, correction: RewardCorrection) -> str:
        ids = correction.participants
        return list_in_words(correction.program_id, ids) if ids else "All"

    @admin.display(description="Activities compared")
    def progress(self, correction: RewardCorrection) -> str:
        total = "not counted yet" if correction.total is None else f"of {correction.total:,}"
        return f"{correction.done:,} {total}"

    @admin.display(description="Activities")
    def figures(self, correction: RewardCorrection) -> str:
        results = correction.results
        rows = [[text, f"{results[n]:,}"] for n, text in FIGURES.items() if results.get(n)]
        return table(["What becomes of them", "Activities"], rows)

    @admin.display(description="Points")
    def total_of_points(self, correction: RewardCorrection) -> str:
        """Return what is really added and refused; before a run, what the preview found."""
        foreseen = _points(*(correction.results.get(name, 0) for name in ("added", "taken")))
        if correction.last_run is None:
            return f"{foreseen}.{_after_limits(correction)}"
        return f"Credited: {_adjusted(correction)} By the preview: {foreseen}."

    def _effect(self, correction: RewardCorrection) -> str:
        """Return what becomes of how many rewards, as the preview found it."""
        raised, lowered = (correction.results.get(name, 0) for name in ("raised", "lowered"))
        points = self.total_of_points(correction)
        return f"By the preview: {counted(raised, 'reward')} raised, {lowered:,} lowered; {points}"

    @admin.display(description="Request and approval")
    def request_and_approval(self, correction: RewardCorrection) -> str:
        if correction.requested_on is None:
            return "Not requested."
        asked = f"{correction.requested_by} on {in_utc(correction.requested_on)}: {correction.why}"
        if correction.approved_on is None:
            return f"Requested by {asked} Another person has to approve it."
        approved = f"Approved by {correction.approved_by} on {in_utc(correction.approved_on)}."
        return f"Requested by {asked} {approved}"

    @admin.display(description="Adjusted")
    def run(self, correction: RewardCorrection) -> str:
        run = correction.last_run
        if run is None:
            return "Nothing yet."
        total = "" if run.total is None else f" of {run.total:,}"
        return f"{run.state}: {run.done:,}{total}, {run.refused:,} of them refused. {run.reason}"

    @admin.display(description="Who, old, new")
    @computed_once
    def items(self, correction: RewardCorrection) -> str:
        """Return the items with the largest differences."""
        found = correction.items.annotate(size=Abs(F("new") - F("old"))).order_by("-size", "pk")
        largest = list(found[:MOST_ROWS])
        words = past_activities().in_words([each.activity_id for each in largest])
        people = Participant.objects.in_bulk({each.participant_id for each in largest})
        rows = [
            [
                format_html(
                    "{}<div>{} {}</div>",
                    link_by_label(
                        "activities.Activity",
                        each.activity_id,
                        _said(each, words, people),
                        reader_of(correction),
                    ),
                    each.get_cause_display(),
                    each.reason,
                ),
                f"{each.old:,} → {each.new:,}",
                f"{each.foreseen if each.adjusted is None else each.adjusted:+,.0f}",
                labelled(each.get_state_display(), COLOURS),
            ]
            for each in largest
        ]
        headers = ["Activity, of a participant, and why", "Old → new", "After limits", "State"]
        return format_html("<div>{}</div>{}", MOST_SHOWN, table(headers, rows))

    @button("Request…", "request", why_not=_not_to_request)
    def ask_request(self, request: HttpRequest, object_id: str) -> HttpResponse:
        correction: RewardCorrection = self.record_of(request, object_id)
        text = REQUEST.format(self._effect(correction))
        title = "Request it"
        return self._ordered(request, correction, request_correction, title, text, form=WhyForm)

    @button("Approve…", "approve", why_not=_not_to_approve)
    def ask_approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        correction: RewardCorrection = self.record_of(request, object_id)
        text = APPROVE.format(self._effect(correction), correction.why)
        title = "Approve and adjust"
        return self._ordered(request, correction, approve_correction, title, text, BEGUN)

    @button("Run again…", "run", why_not=unless(_STOPPED, NOTHING_TO_RUN))
    def ask_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        correction = self.record_of(request, object_id)
        return self._ordered(request, correction, run_correction_again, "Run again", AGAIN, BEGUN)

    @button("Cancel…", "cancel", why_not=unless(_OPEN, NOTHING_TO_CANCEL))
    def ask_cancel(self, request: HttpRequest, object_id: str) -> HttpResponse:
        correction: RewardCorrection = self.record_of(request, object_id)
        ends_request = CANCEL_REQUEST.format(correction.requested_by)
        text = ends_request if correction.waits_for_approval else CANCEL
        return self._ordered(
            request, correction, cancel_correction, "Cancel it", text, "Cancelled."
        )

    @view_button("CSV", "csv")
    def as_csv(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """Return all items as a file."""
        correction: RewardCorrection = self.record_of(request, object_id)
        return items_as_csv(f"correction-{correction.pk}.csv", correction.items.all())

    def _ordered(
        self,
        request: HttpRequest,
        correction: RewardCorrection,
        do: Callable[[OrderCorrectionCommand], Any],
        title: str,
        text: str,
        said: str = "",
        form: type[forms.Form] | None = None,
    ) -> HttpResponse:
        """Ask first; then give the order. `said`: what it has done or begun; empty: neither."""

        def give(given: dict[str, Any]) -> str:
            by, now = actor_of(request), timezone.now()
            do(OrderCorrectionCommand(correction_id=correction.pk, by=by, now=now, **given))
            return said

        return self.ordered(request, correction, title, text, give, form)


def orders_of_corrections(balance: Balance) -> Q:
    """Return the condition for rows of the audit about corrections that changed a balance."""
    applied = CorrectionItem.objects.filter(participant_id=balance.pk, state=ItemState.APPLIED)
    ids = {str(key) for key in applied.values_list("correction_id", flat=True)}
    return Q(record_type=RewardCorrection.__name__, record_id__in=ids)
