"""The page that shows what an erasure will erase, and asks for its reason."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html, format_html_join
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanWidget

from foundation.privacy.models import Erasure
from foundation.privacy.registry import Counts
from foundation.privacy.words import in_words
from foundation.records.refusals import Refusal
from foundation.staff.confirming import Asking
from foundation.staff.form_fields import CleanTextField
from foundation.staff.links import address_of_page
from foundation.staff.refusals import show_refusal

ROLE = "privacy.erase"


class ErasingForm(forms.Form):
    reason = CleanTextField(
        max_length=1000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="It stays after the erasure, so do not name the person in it.",
    )
    is_sure = forms.BooleanField(label="Erase all of this, for ever", widget=UnfoldBooleanWidget)


class Erasing(Asking):
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
