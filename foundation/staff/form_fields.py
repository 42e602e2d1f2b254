"""What staff type, as forms take it.

Texts are composed, and trimmed of what is not seen, as those of the API. Moments are in the
reader's zone, and in UTC where no script runs.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.db import models
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from foundation.records.texts import clean, composed
from foundation.staff.outcomes import SaysWhatWasDone


class CleanTextField(forms.CharField):
    """A text that is composed, and trimmed of what is not seen; untrimmed without `strip`."""

    widget = UnfoldAdminTextInputWidget

    def to_python(self, value: Any) -> str:
        if isinstance(value, str):
            value = clean(value) if self.strip else composed(value)
        return super().to_python(value) or ""


class LinesField(CleanTextField):
    """A text of some lines."""

    widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})


class SelectField(forms.TypedChoiceField):
    """One of several, in the look of the theme."""

    widget = UnfoldAdminSelectWidget


class RecordField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable
    """One of several records, in the look of the theme."""

    widget = UnfoldAdminSelectWidget


class WholeField(forms.IntegerField):
    """A whole number, in the look of the theme."""

    widget = UnfoldAdminIntegerFieldWidget


class IdField(forms.UUIDField):
    """A whole id, in the look of the theme."""

    widget = UnfoldAdminTextInputWidget


class DayField(forms.DateField):
    """A day, which the browser lets staff choose."""

    widget = UnfoldAdminTextInputWidget(attrs={"type": "date"})


class PlainDecimalField(forms.DecimalField):
    """A number with decimals, without the exponent with which it may be typed: 6e2 is 600."""

    default_error_messages = {"invalid": "Enter a number, with a point before decimals: 0.12."}

    def clean(self, value: Any) -> Decimal | None:
        found = super().clean(value)  # refused before, where it has too many digits to write
        return found if found is None else Decimal(f"{found:f}")


class DecimalInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold has no types
    """A number with decimals as it was typed: browsers drop the comma of 0,12 in a `number`."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "decimal", **(attrs or {})})


class MomentInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]  # unfold has no types
    """A text in UTC, to the microsecond; `staff/times.js` lets staff choose their own time."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        super().__init__({"data-moment": "", "placeholder": "YYYY-MM-DD hh:mm", **(attrs or {})})

    def format_value(self, value: Any) -> str | None:
        if isinstance(value, datetime):
            return value.isoformat(" ")
        text: str | None = super().format_value(value)
        return text


class MomentField(forms.DateTimeField):
    """A moment; its label says in which zone it is typed."""

    widget = MomentInput

    def __init__(self, *, label: Any, **more: Any) -> None:
        super().__init__(label=f"{label} (UTC)", **more)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment in UTC.

        :raises ValidationError: it is no moment, or none of the years 1 to 9999 in UTC.
        """
        try:
            moment = super().to_python(value)
            return moment.astimezone(UTC) if moment else None
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class WithFormFields(SaysWhatWasDone):
    """An admin whose forms take all texts, and all moments, in the same way."""

    formfield_overrides: ClassVar[dict[Any, Any]] = {
        models.CharField: {"form_class": CleanTextField},
        models.TextField: {"form_class": CleanTextField},
        models.EmailField: {"form_class": forms.EmailField},
        models.URLField: {"form_class": forms.URLField},
        models.DecimalField: {"form_class": PlainDecimalField, "widget": DecimalInput},
        models.FloatField: {"widget": DecimalInput},
        models.DateTimeField: {"form_class": MomentField, "widget": MomentInput},
    }
