"""What a former service delivered of photos, compared on a page with what is recognised here."""

import io

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminFileFieldWidget

from foundation.staff.actions import button
from foundation.staff.confirming import Asking
from foundation.staff.links import link_to
from recognition.photos.former import (
    FormerLineUnreadable,
    compare_with_former,
    in_words,
    results_in,
)
from recognition.records.photos import Photo

TEXT = (
    "A file of JSON Lines says what the former service delivered of each photo: photoId, and lists "
    "of numbers and persons. It is compared with what is here; nothing changes."
)
MOST_SHOWN = 200  # photos that differ; `manage.py compare_former` names more


class FormerFileForm(forms.Form):
    """The file of what was delivered."""

    file = forms.FileField(widget=UnfoldAdminFileFieldWidget())


class ComparedWithFormer(Asking):
    """The button of the list of photos that leads to the comparison."""

    def has_compare_permission(self, request: HttpRequest, key: object = None) -> bool:
        return self.has_view_permission(request)

    @button("Compare with a former service…", "compare-former", "compare")
    def compare_former(self, request: HttpRequest) -> HttpResponse:
        """Ask for the file, and show what both have and what only one of them has."""
        form = FormerFileForm(request.POST or None, request.FILES or None)
        facts: list[str] = []
        if form.is_valid():
            try:
                lines = io.TextIOWrapper(form.cleaned_data["file"].file, encoding="utf-8-sig")
                found = compare_with_former(results_in(lines))
            except FormerLineUnreadable as refusal:
                form.add_error("file", refusal.detail)
            except UnicodeDecodeError:
                form.add_error("file", "The file is not UTF-8 text.")
            else:
                facts = [*in_words(found)]
                facts += [
                    format_html("{} {}", link_to(Photo, each.photo_id), str(each))
                    for each in found.differing[:MOST_SHOWN]
                ]
        title = "Compare with a former service"
        return self.ask(request, [], title, TEXT, {"compare": "Compare"}, form, facts=facts)
