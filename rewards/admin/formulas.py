"""Staff's pages of formulas: they write drafts here, and make revisions active."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from programs.activity_types import choices
from rewards.checking import COEFFICIENTS, EXPRESSION, SETTINGS, faults_of
from rewards.commands.formula_order import MoveFormulaCommand, move_formula
from rewards.commands.formulas import (
    ActivateFormulaCommand,
    ChangeFormulaCommand,
    CreateFormulaCommand,
    DeactivateFormulaCommand,
    activate_formula,
    change_formula,
    create_formula,
    deactivate_formula,
)
from rewards.models import FormulaRevision, RewardFormula
from staff.actions import action
from staff.command_admin import CommandAdmin, record_action
from staff.read_only import ReadOnlyInline

FIELDS = ("name", "valid_from", "valid_until")
TEXTS = (EXPRESSION, SETTINGS, COEFFICIENTS)


class CodeArea(UnfoldAdminTextareaWidget):  # type: ignore[misc]  # unfold has no types
    """A text in a font whose letters are equally wide, so that columns can be counted."""

    def __init__(self, rows: int) -> None:
        super().__init__(
            attrs={"rows": rows, "spellcheck": "false", "style": "font-family: monospace"}
        )


class FormulaForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A formula with the texts of its last revision; saving other texts makes a new one."""

    activity_type = forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget)
    expression = forms.CharField(
        strip=False,
        widget=CodeArea(8),
        help_text="docs/rewards.md describes the language. A result of null: no reward.",
    )
    settings = forms.JSONField(
        required=False,
        initial=dict,
        widget=CodeArea(4),
        help_text='JSON, for example {"__where": "distance > 5"}; {}: suits every activity.',
    )
    coefficients = forms.JSONField(
        required=False,
        initial=dict,
        widget=CodeArea(4),
        help_text='JSON of texts, for example {"rate": "1.5", "table": "[[0, 1], [5, 2]]"}.',
    )

    class Meta:
        model = RewardFormula
        fields = ("program", "activity_type", *FIELDS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:  # noqa: SLF001 (documented Model._state)
            self.fields.pop("activity_type", None)  # it never changes
            for name in TEXTS:
                self.initial[name] = getattr(self.instance.revision, name)

    def clean_expression(self) -> str:
        """Return the expression with the line ends that it was saved with; browsers send others."""
        typed: str = self.cleaned_data["expression"]
        return typed.replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        """Show what is wrong in a text beside its field."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        kind = cleaned.get("activity_type", self.instance.activity_type)
        if kind and set(TEXTS) <= cleaned.keys():
            for fault in faults_of(kind, **self.texts()):
                self.add_error(fault.field, str(fault))
        return cleaned

    def texts(self) -> dict[str, Any]:
        """Return the three texts; an empty field of JSON is an empty object."""
        cleaned = self.cleaned_data
        empty: dict[str, Any] = {
            name: {} for name in (SETTINGS, COEFFICIENTS) if cleaned[name] is None
        }
        return {name: cleaned[name] for name in TEXTS} | empty


def _may_read(request: HttpRequest) -> bool:
    roles = ("rewards.read", "rewards.edit", "rewards.activate")
    return any(request.user.has_perm(role) for role in roles)


class RevisionInline(ReadOnlyInline):
    """Everything that the formula ever was."""

    model = FormulaRevision
    fk_name = "formula"
    fields = readonly_fields = ("number", *TEXTS, "created_by", "created_on")
    ordering = ("-number",)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may_read(request)


@admin.register(RewardFormula)
class RewardFormulaAdmin(CommandAdmin):
    """Formulas in the order in which they are tried. A draft calculates nothing."""

    form = FormulaForm
    list_display = ("name", "program", "activity_type", "position", "shown_active", "shown_draft",
                    "valid_from", "valid_until", "updated_on")  # fmt: skip
    list_filter = ("activity_type", "program")
    list_select_related = ("program", "revision", "active_revision")
    search_fields = ("id", "name")
    ordering = ("program", "activity_type", "position")
    show_full_result_count = False
    actions = ("activate", "deactivate", "move_up", "move_down")
    deactivate = record_action(
        "Deactivate",
        lambda formula: deactivate_formula(DeactivateFormulaCommand(formula_id=formula.pk)),
    )
    move_up = record_action("Try earlier", lambda formula: _move(formula, -1))
    move_down = record_action("Try later", lambda formula: _move(formula, 1))

    def get_inlines(self, request: HttpRequest, obj: RewardFormula | None) -> Any:
        return [RevisionInline] if obj else []

    def get_queryset(self, request: HttpRequest) -> QuerySet[RewardFormula]:
        found: QuerySet[RewardFormula] = super().get_queryset(request)
        return found.select_related("program", "revision", "active_revision")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may_read(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("rewards.edit")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.has_perm("rewards.edit")

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        return request.user.has_perm("rewards.activate")

    def get_fields(self, request: HttpRequest, obj: RewardFormula | None = None) -> Any:
        if obj is None:
            return ("program", "activity_type", *FIELDS, *TEXTS)
        return ("shown_active", "shown_draft", "program", "activity_type", *FIELDS, *TEXTS)

    def get_readonly_fields(self, request: HttpRequest, obj: RewardFormula | None = None) -> Any:
        return ("shown_active", "shown_draft", "program", "activity_type") if obj else ()

    @admin.display(description="Active")
    def shown_active(self, formula: RewardFormula) -> str:
        if formula.active_revision is None:
            return "no"
        return f"{formula.active_revision}, by {formula.activated_by}"

    @admin.display(description="Saved last")
    def shown_draft(self, formula: RewardFormula) -> str:
        return f"{formula.revision}, by {formula.revision.created_by}"

    @action("Activate what was saved last")
    def activate(self, request: HttpRequest, queryset: QuerySet[RewardFormula]) -> None:
        actor, now = request.user.get_username(), timezone.now()
        self.act(
            request,
            queryset,
            lambda formula: activate_formula(
                ActivateFormulaCommand(formula_id=formula.pk, actor=actor, now=now)
            ),
            "Activate what was saved last",
        )

    def save_model(
        self, request: HttpRequest, obj: RewardFormula, form: FormulaForm, change: bool
    ) -> None:
        """Have a command save the formula."""
        wanted: dict[str, Any] = {name: form.cleaned_data[name] for name in FIELDS} | form.texts()
        who: dict[str, Any] = {"actor": request.user.get_username(), "now": timezone.now()}
        if change:
            change_formula(ChangeFormulaCommand(formula_id=obj.pk, **wanted, **who))
        else:
            kind: dict[str, Any] = {
                "program_id": obj.program_id,
                "activity_type": obj.activity_type,
            }
            create_formula(CreateFormulaCommand(formula_id=obj.pk, **kind, **wanted, **who))


def _move(formula: RewardFormula, by: int) -> RewardFormula:
    return move_formula(MoveFormulaCommand(formula_id=formula.pk, by=by))
