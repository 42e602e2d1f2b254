"""What a former service delivered or calculated, compared on a page with what is here."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminFileFieldWidget

from foundation.moving import files
from foundation.moving.comparing import (
    FormerLineUnreadable,
    compare_with_former,
    compared_kinds,
    in_words,
)
from foundation.staff.actions import button
from foundation.staff.confirming import Asking
from foundation.staff.links import link_to
from foundation.staff.refusals import show_refusal

TEXT = (
    "A file of JSON Lines says what the former service has of each record: {}. It is compared with "
    "what is here; nothing changes."
)
MOST_SHOWN = 200  # records that differ; `manage.py compare_former` names more


class FormerFileForm(forms.Form):
    """The file of what the former service has."""

    file = forms.FileField(widget=UnfoldAdminFileFieldWidget())


class ComparedWithFormer(Asking):
    """The button of a list that leads to the comparison."""

    def has_compare_permission(self, request: HttpRequest, key: object = None) -> bool:
        return self.has_view_permission(request)

    @button("Compare with a former service…", "compare-former", "compare")
    def compare_former(self, request: HttpRequest) -> HttpResponse:
        """Ask for the file, and show what both have and what only one of them has."""
        form = FormerFileForm(request.POST or None, request.FILES or None)
        [kind] = (each for each in compared_kinds() if each.model is self.model)
        facts: list[str] = []
        if form.is_valid():
            try:
                found = compare_with_former(
                    files.json_lines(form.cleaned_data["file"].file), [kind]
                )
            except FormerLineUnreadable as refusal:
                show_refusal(form, refusal, field="file")
            else:
                facts = [*in_words(found)]
                facts += [
                    format_html("{} {}", link_to(self.model, each.pk), str(each))
                    for each in found.differing[:MOST_SHOWN]
                ]
        text = TEXT.format(", ".join((kind.name_of(kind.key[0]), *kind.compared)))
        title = "Compare with a former service"
        return self.ask(request, [], title, text, {"compare": "Compare"}, form, facts=facts)
