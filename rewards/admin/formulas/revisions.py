"""A formula's revisions, below its fields."""

from django.http import HttpRequest

from rewards.admin.formulas.access import may_read
from rewards.admin.formulas.editor import TEXTS
from rewards.models import FormulaRevision
from staff.read_only import ReadOnlyInline


class RevisionInline(ReadOnlyInline):
    """Everything that the formula ever was."""

    model = FormulaRevision
    fk_name = "formula"
    fields = readonly_fields = ("number", *TEXTS, "created_by", "created_on")
    ordering = ("-number",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return may_read(request)
