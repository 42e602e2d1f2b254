"""The form of a formula: its name, when it is valid, and the texts of its last revision."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget

from programs.activity_types import choices
from rewards.admin.formulas.editor import TextsForm, address_of_playground, texts_of
from rewards.models import RewardFormula
from rewards.typed import FormulaTexts

FIELDS = ("name", "valid_from", "valid_until")


class FormulaForm(TextsForm, forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A formula with the texts of its last revision; saving other texts makes a new one."""

    activity_type = forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget)
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
            editor.widget.playground = address_of_playground(self.instance)

    def clean(self) -> dict[str, Any]:
        """Show what is wrong in a text beside its field."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if kind := cleaned.get("activity_type", self.instance.activity_type):
            self.texts = self.read_texts(kind)
        return cleaned
