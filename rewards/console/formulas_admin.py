"""Staff's pages of formulas: they write drafts here, and make revisions active."""

from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from foundation.records.audit import Actor, actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import action, say_for_how_many
from foundation.staff.command_admin import CommandAdmin, record_action
from foundation.staff.confirming import Effect, facts_of, text_of
from foundation.staff.display import table
from foundation.staff.form_fields import SelectField
from foundation.staff.long_lists import ConditionFilter
from programs.activity_types import titles_to_choose, units_of
from rewards.access import ACTIVATE, EDIT, READERS, may_activate, may_edit
from rewards.activation.activating import (
    ActivateFormulaCommand,
    DeactivateFormulaCommand,
    activate_formula,
    deactivate_formula,
    refuse_revision,
)
from rewards.activation.page import Life, RevisionInline
from rewards.approvals.admin import requested_instead
from rewards.approvals.models import ActivationState
from rewards.console.from_template import FromTemplate
from rewards.corrections.start_page import CorrectedFormula
from rewards.formula.conditions import where_in_words
from rewards.formulas.checking import COEFFICIENTS, EXPRESSION, SETTINGS, WHERE, FormulaTexts
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.formulas.editor import TEXTS, FaultsAsTyped, TextsForm, address_of_try, texts_of
from rewards.formulas.models import RewardFormula
from rewards.formulas.ordering import MoveFormulasCommand, move_formulas, orders_of_move
from rewards.trials.dry_run_start_page import DryRunActions
from rewards.trials.try_page import Trying

ACTIVATE_LAST, DEACTIVATE = "Activate what was saved last", "Deactivate"
ACTIVATING = (
    "What was saved last calculates rewards from now on. The page “Activate…” of a formula shows "
    "before what that changes."
)
DEACTIVATING = (
    "They calculate no more rewards until they are activated again. Activities for which no other "
    "formula decides get none; rewards that are set stay."
)


_IS_SAVED = Q(active_revision=F("revision"))
ACTIVATED = (
    Effect(Q(active_revision=None), "formula", "is activated", "are activated"),
    Effect(Q(active_revision__isnull=False) & ~_IS_SAVED, "formula",
           "gets another revision", "get another revision each"),
    Effect(_IS_SAVED, "formula", "is active as it is", "are active as they are"),
)  # fmt: skip
DEACTIVATED = (
    Effect(Q(active_revision__isnull=False), "formula",
           "calculates no more rewards", "calculate no more rewards"),
    Effect(Q(active_revision=None), "formula", "is not active", "are not active"),
)  # fmt: skip
FIELDS = ("name", "valid_from", "valid_until")


class FormulaForm(TextsForm, forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A formula with the texts of its last revision; saving other texts makes a new one."""

    activity_type = SelectField(choices=titles_to_choose)
    texts: FormulaTexts | None = None

    class Meta:
        model = RewardFormula
        fields = ("program", "activity_type", *FIELDS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:  # noqa: SLF001 (documented Model._state)
            self.fields.pop("activity_type", None)  # it never changes
            self.initial.update(texts_of(self.instance.revision))
        if editor := self.fields.get("expression"):
            editor.widget.activity_type = self.instance.activity_type
            editor.widget.tried_at = address_of_try(self.instance)

    def clean(self) -> dict[str, Any]:
        """Show what is wrong in a text beside its field."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if kind := cleaned.get("activity_type", self.instance.activity_type):
            self.texts = self.read_texts(kind)
        return cleaned


class StageFilter(ConditionFilter):
    """Where formulas are on their way to be active."""

    title = parameter_name = "stage"
    conditions: ClassVar = {
        "requested": ("Activation requested", Q(activations__state=ActivationState.REQUESTED)),
        "active": ("Active", Q(active_revision__isnull=False)),
        "draft": ("Not active", Q(active_revision__isnull=True)),
    }


def _activate(formula: RewardFormula, by: Actor) -> RewardFormula:
    now = timezone.now()
    return activate_formula(ActivateFormulaCommand(formula_id=formula.pk, by=by, now=now))


def _deactivate(formula: RewardFormula, by: Actor) -> RewardFormula:
    now = timezone.now()
    return deactivate_formula(DeactivateFormulaCommand(formula_id=formula.pk, by=by, now=now))


@admin.register(RewardFormula)
class RewardFormulaAdmin(
    FaultsAsTyped, Life, Trying, DryRunActions, CorrectedFormula, FromTemplate, CommandAdmin
):
    """Formulas in the order in which they are tried. A draft calculates nothing."""

    class Media:
        css = {"all": ["rewards/editor.css"]}

    form = FormulaForm
    goes_on_when_added = True  # it is tried and made active there
    compressed_fields = False  # the editor takes the whole width
    filled_by = "Staff write formulas here: what an activity is rewarded with."
    opened_by = {"view": READERS, "add": (EDIT,), "change": (EDIT,), "act": (ACTIVATE,)}
    list_display = ("name", "program", "activity_type", "position", "shown_active", "shown_draft",
                    "valid_from", "valid_until", "updated_on")  # fmt: skip
    list_filter = (StageFilter, "activity_type", "program")
    list_select_related = ("program", "revision", "active_revision")
    search_fields = ("id", "name")
    ordering = ("program", "activity_type", "position")
    show_full_result_count = False
    actions = ("activate", "deactivate", "move_up", "move_down")
    actions_list = ("from_template",)
    actions_detail = ("activation", "try_formula", "dry_run", "correct")

    def get_inlines(self, request: HttpRequest, obj: RewardFormula | None) -> Any:
        return [RevisionInline] if obj else []

    def get_queryset(self, request: HttpRequest) -> QuerySet[RewardFormula]:
        found: QuerySet[RewardFormula] = super().get_queryset(request)
        return found.select_related("program", "revision", "active_revision")

    def get_fields(self, request: HttpRequest, obj: RewardFormula | None = None) -> Any:
        fields = ("program", "activity_type", *FIELDS, *_texts_for(request))
        return ("shown_active", "shown_draft", *fields) if obj else fields

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

    @admin.display(description="Expression")
    def shown_expression(self, formula: RewardFormula) -> str:
        return format_html('<pre class="fl-code-shown">{}</pre>', formula.revision.expression)

    @admin.display(description="Conditions")
    def shown_settings(self, formula: RewardFormula) -> str:
        where = formula.revision.settings.get(WHERE)
        return f"For {where_in_words(where, units_of(formula.activity_type))}."

    @admin.display(description="Coefficients")
    def shown_coefficients(self, formula: RewardFormula) -> str:
        rows = list(formula.revision.coefficients.items())
        return table(["Name", "Value"], rows) if rows else "None."

    @action(f"{ACTIVATE_LAST}…")
    def activate(
        self, request: HttpRequest, queryset: QuerySet[RewardFormula]
    ) -> HttpResponse | None:
        facts = [] if "confirmed" in request.POST else _effects(queryset, actor_of(request))
        page = self.asked_first(request, queryset, ACTIVATE_LAST, ACTIVATING, facts=facts)
        if page is None:
            self.act(request, queryset, _activate, ACTIVATE_LAST)
        return page

    deactivate = record_action(DEACTIVATE, _deactivate, DEACTIVATING, *DEACTIVATED)

    @action("Try earlier")
    def move_up(self, request: HttpRequest, queryset: QuerySet[RewardFormula]) -> None:
        self._move(request, queryset, "Try earlier", is_later=False)

    @action("Try later")
    def move_down(self, request: HttpRequest, queryset: QuerySet[RewardFormula]) -> None:
        self._move(request, queryset, "Try later", is_later=True)

    def _move(
        self, request: HttpRequest, chosen: QuerySet[RewardFormula], title: str, *, is_later: bool
    ) -> None:
        """Move all chosen at once: one after the other, they would change places."""
        ids = [each.pk for each in chosen]
        command = MoveFormulasCommand(formula_ids=ids, is_later=is_later, by=actor_of(request))
        requested = [requested_instead(request, order) for order in orders_of_move(command)]
        if any(requested):
            return
        moved = len(move_formulas(command))
        say_for_how_many(request, title, moved, len(ids) - moved)

    def save_model(
        self, request: HttpRequest, obj: RewardFormula, form: FormulaForm, change: bool
    ) -> None:
        wanted: dict[str, Any] = {name: form.cleaned_data[name] for name in FIELDS} | _texts(form)
        who: dict[str, Any] = {"by": actor_of(request), "now": timezone.now()}
        if change:
            who["may_activate"] = may_activate(request)
            saved = change_formula(ChangeFormulaCommand(formula_id=obj.pk, **wanted, **who))
            if said := _waits(saved):
                self.message_user(request, said, messages.INFO)
        else:
            kind: dict[str, Any] = {
                "program_id": obj.program_id,
                "activity_type": obj.activity_type,
            }
            create_formula(CreateFormulaCommand(formula_id=obj.pk, **kind, **wanted, **who))


def _effects(chosen: QuerySet[RewardFormula], by: Actor) -> list[str]:
    """Return what activating these formulas does, and why it is refused for which of them."""
    refused: dict[UUID, str] = {}
    for formula in chosen.exclude(_IS_SAVED):
        try:
            refuse_revision(formula, formula.revision, by)
        except Refusal as refusal:
            refused[formula.pk] = f"{formula}: {text_of(refusal)}"
    facts = facts_of(chosen.exclude(pk__in=refused), *ACTIVATED)
    if refused:
        are = "is" if len(refused) == 1 else "are"
        facts.append(f"{counted(len(refused), 'formula')} {are} refused:")
    return [*facts, *refused.values()]


def _waits(formula: RewardFormula) -> str:
    """Return that what was saved last calculates nothing yet; empty: it does, or nothing does."""
    active = formula.active_revision
    if active is None or active == formula.revision:
        return ""
    return (
        f"{str(formula.revision).capitalize()} is a draft: {active} still calculates rewards. "
        "“Activate…” makes the draft active, or requests it."
    )


def _texts(form: FormulaForm) -> dict[str, Any]:
    return {name: getattr(form.texts, name) for name in TEXTS}


def _texts_for(request: HttpRequest) -> tuple[str, ...]:
    """Return the fields in which this user sees the texts: readers without those that save them."""
    names = (SETTINGS, COEFFICIENTS, EXPRESSION)
    return names if may_edit(request) else tuple(f"shown_{name}" for name in names)
