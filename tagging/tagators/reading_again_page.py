"""Having the photos of a blocked tagger read again: asked for, previewed, ordered, followed."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted, in_utc
from foundation.staff.actions import button, say_done, unless
from foundation.staff.confirming import sent_again, show_refusal
from foundation.staff.display import address_of_page, in_words
from foundation.staff.form_fields import CleanTextField, MomentField
from foundation.staff.staff_admin import StaffAdmin
from tagging.quality.reading_again import (
    ReadAgainCommand,
    ReadingAgainPreview,
    preview_reading_again,
    read_again,
)
from tagging.records.tagators import Tagator, TagatorState, money

TITLE = "Have the photos read again"
TEXT = (
    "Other taggers get the photos on which this tagger's reading stands. What was sent stays until "
    "another tagger reads it otherwise: then that reading is sent."
)
NEXT = "The next page says how many they are, and what it costs."
NOT_AGAIN = "not read again: deleted, corrected, read by another tagger too, or waiting to be read"
NOT_BLOCKED = "The tagger is not blocked: block the tagger first."


class ReadAgainForm(forms.Form):
    """Which photos, why, and whether the first reading is paid."""

    begin = MomentField(label="Completed from", required=False)
    end = MomentField(
        label="Completed before", required=False, help_text="Empty, both: everything."
    )
    takes_pay_back = forms.BooleanField(
        required=False, label="Take the pay of the first readings back",
        widget=UnfoldBooleanSwitchWidget,
    )  # fmt: skip
    why = CleanTextField(max_length=500, label="Reason", widget=UnfoldAdminTextInputWidget)

    def clean(self) -> dict[str, Any] | None:
        begin, end = (self.cleaned_data.get(name) for name in ("begin", "end"))
        if begin and end and begin >= end:
            self.add_error("end", "This is not after the beginning.")
        return super().clean()


class ReadAgainPage(StaffAdmin):
    """A button of a blocked tagger's page, the pages that it opens, and what came of it."""

    @button("Have the photos read again…", "read-again",
            why_not=unless(Q(state=TagatorState.BLOCKED), NOT_BLOCKED))  # fmt: skip
    def read_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask which photos, show how many they are and what it costs, and start."""
        tagator: Tagator = self.record_of(request, object_id)
        form = ReadAgainForm(request.POST or None)
        if not form.is_valid():
            return self._ask_which(request, tagator, form)
        command = ReadAgainCommand(
            tagator_id=tagator.pk, now=timezone.now(), by=actor_of(request), **form.cleaned_data
        )
        if "confirmed" not in request.POST:
            return self._preview(request, tagator, command)
        try:
            job = read_again(command)
        except Refusal as refusal:
            show_refusal(form, refusal)
            return self._ask_which(request, tagator, form)
        total = job.total or 0
        verb = "is" if total == 1 else "are"
        say_done(request, f"{counted(total, 'photo')} {verb} being given to other taggers.")
        return HttpResponseRedirect(address_of_page(Tagator, tagator.pk))

    @admin.display(description="Photos read again")
    def readings_again(self, tagator: Tagator) -> str:
        """Return the last order, and how far it is."""
        job = tagator.readings_again.order_by("-created_on").first()
        if job is None:
            return "–"
        how_far = f"{job.done:,} of {counted(job.total or 0, 'photo')} given to others"
        failed = f" ({job.reason})" if job.reason else ""
        ordered = f"ordered {in_utc(job.created_on)} by {job.started_by}"
        return f"{in_words(job.state)}: {how_far}{failed}; {ordered}: {job.why}"

    def _ask_which(
        self, request: HttpRequest, tagator: Tagator, form: ReadAgainForm
    ) -> HttpResponse:
        return self.ask(request, [tagator], TITLE, f"{TEXT} {NEXT}", {"preview": "Continue"}, form)

    def _preview(
        self, request: HttpRequest, tagator: Tagator, command: ReadAgainCommand
    ) -> HttpResponse:
        found = preview_reading_again(command)
        kept = [each for each in sent_again(request) if each[0] != "preview"]
        start = {"confirmed": f"Have {counted(found.photos, 'photo')} read again"}
        return self.ask(
            request,
            [tagator],
            TITLE,
            TEXT,
            start if found.photos else {},
            hidden=kept,
            facts=_facts(found, command),
        )


def _facts(found: ReadingAgainPreview, command: ReadAgainCommand) -> list[str]:
    """Return what the order does, a sentence each."""
    photos = counted(found.photos, "photo") if found.photos else "No photo"
    said = [f"{photos} to be read again by other taggers."]
    if found.others:
        said.append(f"{counted(found.others, 'photo')} {NOT_AGAIN}.")
    if found.photos and found.costs is None:
        said.append("There is no active tagger: the photos wait for one.")
    elif found.photos and found.costs is not None:
        least, most = map(_sum, found.costs)
        costs = least if least == most else f"{least} to {most}"
        said.append(f"Cost, at the rates of the active taggers: {costs}.")
    becomes = "is taken back" if command.takes_pay_back else "stays"
    if found.photos:
        said.append(f"The pay of the first readings, {_sum(found.earned)}, {becomes}.")
    return said


def _sum(amount: Any) -> str:
    return f"{money(amount)} {settings.TAGGING_CURRENCY}".strip()
