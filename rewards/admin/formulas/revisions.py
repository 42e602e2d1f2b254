"""The revisions on a formula's page: what each changed, and which one is active."""

from collections.abc import Mapping

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from foundation.staff.labels import labelled
from foundation.staff.links import wrapping_link
from foundation.staff.read_only import ReadOnlyInline
from rewards.admin.access import may_read
from rewards.admin.approvals import COLOURS
from rewards.admin.formulas.activations import address_of_activation, difference_shown
from rewards.formula_queries import list_revisions
from rewards.models import FormulaRevision


class RevisionInline(ReadOnlyInline):
    """Everything that the formula ever was, each with its difference from the one before."""

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
            rows = list_revisions(revision.formula_id)
            self._differences = {each.revision.number: each.difference for each in rows}
        if difference := self._differences.get(revision.number):
            return difference_shown(difference)
        return format_html('<pre class="fl-code-shown">{}</pre>', revision.expression)

    @admin.display(description="")
    def look(self, revision: FormulaRevision) -> str:
        return wrapping_link(address_of_activation(revision), "Look at it, make it active…")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return may_read(request)
