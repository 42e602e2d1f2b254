"""Formulas in requests and answers."""

from typing import Any

from rest_framework import serializers

from foundation.records.texts import composed_values
from foundation.rest.serializers import (
    INT32,
    CountField,
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictBooleanField,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from rewards.example_ids import FORMULA_ID, MOMENT, PROGRAM_ID, TEXTS


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


class FormulaTextsInput(Input):
    """What a formula would be, to be checked."""

    example = {"activityType": "SportActivity", **TEXTS}

    activity_type = StrictTextField(max_length=30)
    expression = FormulaTextField()
    settings = SettingsField(default=dict, help_text="`__where`: for which activities.")
    coefficients = TextsField(default=dict)


class FormulaInput(FormulaTextsInput):
    """A new formula."""

    example = {
        "formulaId": FORMULA_ID,
        "marketingProgramId": PROGRAM_ID,
        "activityType": "SportActivity",
        "name": "By distance",
        "validFrom": MOMENT,
        "validUntil": None,
        **TEXTS,
    }

    formula_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    marketing_program_id = GuidField(source="program_id")
    name = StrictTextField(max_length=200)
    valid_from = UtcDateTimeField(required=False, allow_null=True, default=None)
    valid_until = UtcDateTimeField(required=False, allow_null=True, default=None)


class FormulaChangeInput(Input):
    """What is to change about a formula; what is left out stays."""

    example = {"expression": "distance", "validUntil": None}

    name = StrictTextField(max_length=200, required=False)
    expression = FormulaTextField(required=False)
    settings = SettingsField(required=False)
    coefficients = TextsField(required=False)
    valid_from = UtcDateTimeField(required=False, allow_null=True)
    valid_until = UtcDateTimeField(required=False, allow_null=True)


class FormulaActiveInput(Input):
    """Which revision calculates rewards."""

    example = {"isActive": True, "revision": 2}

    is_active = StrictBooleanField()
    revision = RevisionField(source="number")


class OrderInput(Input):
    """All formulas of a program and type, in the order in which they are tried."""

    example = {
        "marketingProgramId": PROGRAM_ID,
        "activityType": "SportActivity",
        "formulaIds": [FORMULA_ID],
    }

    marketing_program_id = GuidField(source="program_id")
    activity_type = StrictTextField(max_length=30)
    formula_ids = serializers.ListField(child=GuidField(), max_length=1000)


class FaultOutput(Output):
    """What is wrong in a text; null where it has no lines."""

    example = {
        "field": "expression",
        "detail": "unknown variable 'distanse'; did you mean 'distance'?",
        "line": 1,
        "column": 7,
    }

    field = serializers.CharField(help_text="`expression`, `settings` or `coefficients`.")
    detail = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    column = serializers.IntegerField(allow_null=True)


class FormulaCheckOutput(Output):
    """Everything that is wrong; nothing: the formula can be saved."""

    example = {"faults": [FaultOutput.example]}

    faults = FaultOutput(many=True)


class FormulaOutput(Output):
    """A formula, with the texts that were saved last."""

    example = {
        **FormulaInput.example,
        "position": 1,
        "revision": 2,
        "activeRevision": 1,
        "activatedBy": "bob",
        "activatedOn": MOMENT,
        "createdOn": MOMENT,
        "updatedOn": MOMENT,
    }

    formula_id = GuidField(source="pk")
    marketing_program_id = GuidField(source="program_id")
    activity_type = serializers.CharField()
    name = serializers.CharField()
    position = CountField()
    valid_from = UtcDateTimeField(allow_null=True)
    valid_until = UtcDateTimeField(allow_null=True, help_text="This moment is not included.")
    revision = CountField(source="revision.number", help_text="The one that was saved last.")
    active_revision = CountField(
        source="active_revision.number",
        allow_null=True,
        default=None,
        help_text="The one that calculates rewards; null: none.",
    )
    activated_by = serializers.CharField(allow_blank=True)
    activated_on = UtcDateTimeField(allow_null=True)
    expression = serializers.CharField(source="revision.expression")
    settings = serializers.DictField(source="revision.settings")
    coefficients = serializers.DictField(
        source="revision.coefficients", child=serializers.CharField()
    )
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class RevisionOutput(Output):
    """A formula as it was saved once."""

    example = {
        "number": 2,
        "isActive": False,
        **TEXTS,
        "difference": "--- 1\n+++ 2\n@@ -1 +1 @@\n-distance\n+distance * coeff('rate')",
        "createdBy": "ann",
        "createdOn": MOMENT,
    }

    number = CountField(source="revision.number")
    is_active = serializers.BooleanField(help_text="Whether it calculates rewards.")
    expression = serializers.CharField(source="revision.expression")
    settings = serializers.DictField(source="revision.settings")
    coefficients = serializers.DictField(
        source="revision.coefficients", child=serializers.CharField()
    )
    difference = serializers.CharField(
        allow_blank=True, help_text="From the revision before, as a unified diff."
    )
    created_by = serializers.CharField(source="revision.created_by")
    created_on = UtcDateTimeField(source="revision.created_on")
