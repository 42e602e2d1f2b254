"""The form of a formula: its name, when it is valid, and the texts of its last revision."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from programs.activity_types import choices
from rewards.checking import COEFFICIENTS, EXPRESSION, SETTINGS, faults_of
from rewards.models import RewardFormula

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
