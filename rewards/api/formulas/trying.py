"""Tries of formulas in requests and answers."""

from rest_framework import serializers

from foundation.rest.fields import CountField, GuidField, StrictTextField, TextField
from foundation.rest.serializers import Input, Output
from programs.readers import plain
from rewards.api.fields import (
    FORMULA_ID,
    PROGRAM_ID,
    TEXTS,
    FormulaTextField,
    RevisionField,
    SettingsField,
    TextsField,
)
from rewards.api.formulas.serializers import FaultOutput
from rewards.formula.written import written
from rewards.trying.trials import Trial


class InputsField(TextsField):
    """Variables by name, written as in the language."""

    child = TextField(max_length=4000, allow_blank=True, trim_whitespace=False)


class FormulaTryInput(Input):
    """What is tried: a formula, or texts; for an activity, or for inputs."""

    example = {
        "marketingProgramId": PROGRAM_ID,
        "activityType": "SportActivity",
        **TEXTS,
        "inputs": {"distance": "10.5", "discipline": "'running'", "is_manual": "false"},
    }

    formula_id = GuidField(required=False)
    revision = RevisionField()
    marketing_program_id = GuidField(
        source="program_id",
        required=False,
        help_text="Whose active formulas are considered; that of `formulaId`.",
    )
    activity_type = StrictTextField(max_length=30, required=False)
    expression = FormulaTextField(required=False)
    settings = SettingsField(default=dict)
    coefficients = TextsField(default=dict)
    activity_id = GuidField(required=False)
    inputs = InputsField(
        required=False, help_text="As in the language: `10.5`, `'running'`, `false`, `null`."
    )


class StepOutput(Output):
    """A part of the expression that was computed."""

    example = {"source": "distance", "line": 1, "column": 7, "level": 2, "value": "10.5"}

    source = serializers.CharField()  # type: ignore[assignment]
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    level = CountField(help_text="0 is the whole.")
    value = serializers.CharField(help_text="Written as in the language.")


class ConsideredOutput(Output):
    """An active formula of the program, and whether it would decide."""

    example = {
        "formulaId": FORMULA_ID,
        "name": "By distance",
        "revision": 2,
        "decides": True,
        "reason": "decides: 16",
    }

    formula_id = GuidField()
    name = serializers.CharField()
    revision = CountField()
    decides = serializers.BooleanField()
    reason = serializers.CharField()


class TrialOutput(Output):
    """What the formula gives; nothing was written."""

    example = {
        "whyNotSuitable": "",
        "fault": None,
        "result": "15.75",
        "reward": "16",
        "whyNoReward": "",
        "trace": [StepOutput.example],
        "considered": [ConsideredOutput.example],
    }

    why_not_suitable = serializers.CharField(
        allow_blank=True, help_text="Why the formula is not for the activity; empty: it is."
    )
    fault = FaultOutput(allow_null=True, help_text="Where it fails for the activity.")
    result = serializers.SerializerMethodField(help_text="Not rounded; null: it fails.")
    reward = serializers.SerializerMethodField(help_text="Rounded; null: no reward.")
    why_no_reward = serializers.CharField(allow_blank=True)
    trace = StepOutput(many=True, help_text="Innermost first.")
    considered = ConsideredOutput(
        many=True, help_text="The program's active formulas in the order in which they are tried."
    )

    def get_result(self, trial: Trial) -> str | None:
        return written(trial.outcome.value) if trial.has_value else None

    def get_reward(self, trial: Trial) -> str | None:
        reward = trial.outcome.reward
        return None if reward is None else plain(reward)
