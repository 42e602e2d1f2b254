"""Erasures, as staff see and order them."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import capfirst
from django.utils.html import format_html, format_html_join
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from foundation.privacy.models import Erasure
from foundation.privacy.registry import Counts
from foundation.records.refusals import Refusal
from foundation.staff.actions import computed_once
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_page
from foundation.staff.form_fields import CleanTextField
from foundation.staff.staff_admin import StaffAdmin

_WORDS = {
    "faces": "faces on photos",
    "numbers": "start numbers read on photos",
    "tags": "start numbers that taggers read",
    "selfies": "selfies with their pictures",
    "callbacks": "stored callbacks of providers",
    "guides": "guides for taggers, which lose what shows or names the person",
    "questions": "questions of taggers about photos",
    "histories": "rows of histories",
    "pictures": "photos whose cached pictures were deleted",
    "atProviders": "persons at the face provider",
    "activities": "activities",
    "tasks": "tasks",
    "operations": "balance operations, kept under a pseudonym",
    "participants": "participants",
    "exports": "exports of lists, which can be made again",
    "messages": "messages, sent and unsent",
    "deadLetters": "messages that could not be used",
    "answers": "answers of the API, kept a day for repeated calls",
    "audit": "rows of the audit, which lose what names the person",
}


def in_words(what: Counts) -> list[str]:
    """Return a line for each kind of thing, in the same order everywhere."""
    known = [name for name in _WORDS if name in what]
    return [f"{capfirst(_WORDS[name])}: {what[name]:,}" for name in known]


ROLE = "privacy.erase"


class ErasingForm(forms.Form):
    reason = CleanTextField(
        max_length=1000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="It stays after the erasure, so do not name the person in it.",
    )
    is_sure = forms.BooleanField(label="Erase all of this, for ever", widget=UnfoldBooleanWidget)


class Erasing(StaffAdmin):
    """A page with a button that erases; for staff with the role `privacy.erase`."""

    def has_erase_permission(self, request: HttpRequest, key: object = None) -> bool:
        return request.user.has_perm(ROLE)

    def erasing_page(
        self,
        request: HttpRequest,
        record: Any,
        whom: str,
        counts: Counts,
        order: Callable[[str], Erasure],
    ) -> HttpResponse:
        """Ask, with what there is to erase now; order the erasure, and show its record."""
        form = ErasingForm(request.POST or None)
        if form.is_valid():
            try:
                erasure = order(form.cleaned_data["reason"])
            except Refusal as refusal:
                show_refusal(form, refusal)
            else:
                done = "The erasure is ordered. This page shows how far it is."
                self.message_user(request, done, messages.SUCCESS)
                return HttpResponseRedirect(address_of_page(Erasure, erasure.pk))
        lines = format_html_join("", "<br>{}", ((line,) for line in in_words(counts)))
        text = format_html(
            "This erases what there is of {} now:{}<br>It also erases every message and every row "
            "of a history that names them. What comes in later about "
            "them is not stored, as far as they are known by their ids or places.",
            whom,
            lines,
        )
        return self.ask(request, [record], f"Erase {whom}", text, {"erase": "Erase"}, form)


@admin.register(Erasure)
class ErasureAdmin(FollowedAdmin):
    filled_by = "“Erase” on the page of a person or of a participant starts one."
    list_display = ("id", "kind", "state", "ordered_by", "ordered_for", "created_on",
                    "finished_on")  # fmt: skip
    list_filter = ("kind", "state")
    ordering = ("-created_on",)
    sortable_by = ()
    fields = ("id", "kind", "state", "erased", "ordered_for", "ordered_by", "created_on",
              "finished_on", "last_failure", "in_file")  # fmt: skip
    readonly_fields = ("erased", "ordered_for", "ordered_by", "last_failure", "in_file")

    @admin.display(description="Erased")
    @computed_once
    def erased(self, erasure: Erasure) -> str:
        """Return how much was erased, a line for each kind of thing."""
        lines = [(line,) for line in in_words(erasure.what)]
        return format_html_join("", "<div>{}</div>", lines) if lines else "Nothing yet."

    @admin.display(description="Reason")
    def ordered_for(self, erasure: Erasure) -> str:
        return erasure.why

    @admin.display(description="Ordered by")
    def ordered_by(self, erasure: Erasure) -> str:
        return erasure.started_by

    @admin.display(description="Last failure")
    def last_failure(self, erasure: Erasure) -> str:
        return erasure.reason

    @admin.display(description="In the file for backups", boolean=True)
    def in_file(self, erasure: Erasure) -> bool:
        return erasure.is_in_file
