"""A formula's page for those who may not save it: its texts as they are."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from unfold.admin import ModelAdmin

from rewards.admin.formulas.access import may_edit
from rewards.admin.formulas.editor import TEXTS, texts_of
from rewards.checking import COEFFICIENTS, EXPRESSION, SETTINGS
from rewards.models import RewardFormula


class ReadTexts(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A formula whose texts readers see without the fields that save them."""

    class Media:
        css = {"all": ["rewards/editor.css"]}

    def texts_for(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the fields in which this user sees the texts."""
        return (
            TEXTS
            if may_edit(request)
            else ("shown_expression", "shown_settings", "shown_coefficients")
        )

    @admin.display(description="Expression")
    def shown_expression(self, formula: RewardFormula) -> str:
        return _shown(formula, EXPRESSION)

    @admin.display(description="Settings")
    def shown_settings(self, formula: RewardFormula) -> str:
        return _shown(formula, SETTINGS)

    @admin.display(description="Coefficients")
    def shown_coefficients(self, formula: RewardFormula) -> str:
        return _shown(formula, COEFFICIENTS)


def _shown(formula: RewardFormula, name: str) -> str:
    return format_html('<pre class="fl-code-shown">{}</pre>', texts_of(formula.revision)[name])
