"""Fields and examples that several groups of endpoints share."""

from typing import Any

from rest_framework import serializers

from foundation.records.texts import composed_values
from foundation.rest.fields import INT32, StrictIntegerField, StrictTextField

FORMULA_ID = "6f1d3c5a-8b2e-4a7c-9d0f-3e5a7b9c1d2e"
PROGRAM_ID = "2a4c6e80-1b3d-4f5a-9c7e-8d0f1a2b3c4d"
PARTICIPANT_ID = "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10"
ACTIVITY_ID = "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01"
MOMENT = "2026-05-17T09:30:00Z"
TEXTS = {
    "expression": "round(distance * coeff('rate'))",
    "settings": {"__where": "distance > 1"},
    "coefficients": {"rate": "1.5"},
}


class FormulaTextField(StrictTextField):
    """A text with its lines as they are written; only its letters are composed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, max_length=4000, **kwargs)


class SettingsField(serializers.DictField):
    """A free JSON object whose texts are composed, as what they are compared with."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = composed_values(super().to_internal_value(data))
        return found


class TextsField(SettingsField):
    """Coefficients: texts by name, some of them JSON."""

    def to_internal_value(self, data: Any) -> dict[str, str]:
        found: dict[str, str] = super().to_internal_value(data)
        if wrong := [name for name in found if not isinstance(data[name], str)]:
            raise serializers.ValidationError(dict.fromkeys(wrong, "Must be a text."))
        return found


class RevisionField(StrictIntegerField):
    """The number of a revision; left out: the one that was saved last."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=1,
            max_value=INT32,
            required=False,
            help_text="Left out: the one that was saved last.",
            **kwargs,
        )
