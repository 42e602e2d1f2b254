"""What is examined of a formula, in requests and answers."""

from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    Output,
    StrictIntegerField,
    StrictTextField,
    TextField,
    UtcDateTimeField,
)
from programs.readers import plain
from rewards.example_ids import ACTIVITY_ID, FORMULA_ID, MOMENT, PROGRAM_ID, TEXTS
from rewards.formula.values import written
from rewards.formulas.serializers import (
    FaultOutput,
    FormulaTextField,
    RevisionField,
    SettingsField,
    TextsField,
)
from rewards.trials.api import TriedExampleOutput
from rewards.trials.counter_examples import Finding
from rewards.trials.examination import Reach
from rewards.trials.outcomes import Trial


class ExaminationInput(Input):
    """Which revision is examined, and what is wanted of its rewards."""

    example = {"revision": 2, "cap": 500, "growing": "distance"}

    revision = RevisionField(source="number")
    cap = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=10**15,
        help_text="No reward should be above it.",
    )
    growing = StrictTextField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="While this variable grows, no reward should fall. Left out: `distance`, if the "
        "type has it; empty: none.",
    )


class PointOutput(Output):
    """Inputs as texts of the language, and what the formula gives for them."""

    example = {"inputs": {"distance": "9.999"}, "got": "20"}

    inputs = serializers.DictField(child=serializers.CharField())
    got = serializers.CharField(source="outcome", help_text="A reward, `no reward`, or `fails: …`.")


class CounterExampleOutput(Output):
    """Inputs for which the formula gives an undesired result."""

    example = {
        "finding": "Falls",
        "sentence": "The reward falls from 20 to 15 while distance grows from 9.999 to 10.",
        "variable": "distance",
        "points": [PointOutput.example, {"inputs": {"distance": "10"}, "got": "15"}],
    }

    finding = serializers.ChoiceField([(each.value, each.value) for each in Finding])
    sentence = serializers.CharField()
    variable = serializers.CharField(help_text="In which two points differ; empty for one.")
    points = PointOutput(many=True)


class TriedVariableOutput(Output):
    """How many values of a variable were tried; for numbers from `least` to `most`."""

    example = {"name": "distance", "count": 24, "least": "0.001", "most": "10000"}

    name = serializers.CharField()
    count = CountField()
    least = serializers.CharField()
    most = serializers.CharField()


class SearchedOutput(Output):
    """The search for counter-examples: what was found, and how much was searched."""

    example = {
        "sentence": "Found 1. Tried 119 inputs: every combination of the values below, and those "
        "of 30 past activities, also a little changed. The formula suits 53 of them.",
        "tried": 119,
        "suiting": 53,
        "past": 30,
        "isWhole": True,
        "ranOutOfTime": False,
        "growing": "distance",
        "cap": 500,
        "variables": [TriedVariableOutput.example],
        "counterExamples": [CounterExampleOutput.example],
    }

    sentence = serializers.CharField()
    tried = CountField(help_text="How many inputs were calculated. It is never a proof.")
    suiting = CountField()
    past = CountField(help_text="How many past activities were tried.")
    is_whole = serializers.BooleanField(help_text="Whether all combinations of values were tried.")
    ran_out_of_time = serializers.BooleanField()
    growing = serializers.CharField(help_text="Empty: the formula does not use such a variable.")
    cap = serializers.IntegerField(allow_null=True)
    variables = TriedVariableOutput(source="samples.tried_variables", many=True)
    counter_examples = CounterExampleOutput(many=True)


class ReachedOutput(Output):
    """Whether a formula can decide a reward, from now on."""

    example = {
        "formulaId": FORMULA_ID,
        "name": "By distance",
        "revision": 2,
        "reach": "Never",
        "sentence": "Not met in 412 samples (every combination): its condition was met for 96, and "
        "'Runs' before it took them all.",
        "inputs": None,
    }

    formula_id = GuidField(source="candidate.formula_id")
    name = serializers.CharField(source="candidate.name")
    revision = CountField(source="candidate.revision.number")
    reach = serializers.ChoiceField([(each.value, each.value) for each in Reach])
    sentence = serializers.CharField()
    inputs = serializers.DictField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="Of an activity that the formula decides; null: none is known.",
    )


class UntakenOutput(Output):
    """The activities of the last 30 days: how many no formula takes."""

    example = {
        "sentence": "Of 412 activities from 2026-04-17 to 2026-05-17, no formula takes 3, and a "
        "condition fails for 0. For 20 others no reward is calculated, whatever the formulas.",
        "since": "2026-04-17T09:30:00Z",
        "before": MOMENT,
        "count": 412,
        "read": 412,
        "notCalculated": 20,
        "taken": 389,
        "failed": 0,
        "failedIds": [],
        "untaken": 3,
        "untakenIds": [ACTIVITY_ID],
    }

    sentence = serializers.CharField()
    since = UtcDateTimeField(source="period.since")
    before = UtcDateTimeField(source="period.before")
    count = CountField()
    read = CountField(help_text="At most 20,000, the oldest.")
    not_calculated = CountField(
        source="found.not_calculated", help_text="The type calculates no reward for their data."
    )
    taken = CountField(source="found.taken")
    failed = CountField(source="found.failed", help_text="A `__where` fails for them.")
    failed_ids = serializers.ListField(
        source="ids.failed", child=GuidField(), help_text="The first few."
    )
    untaken = CountField(source="found.untaken")
    untaken_ids = serializers.ListField(
        source="ids.untaken", child=GuidField(), help_text="The first few."
    )


class ExaminationOutput(Output):
    """All that is known of a revision before it is made active."""

    example = {
        "revision": 2,
        "examples": [TriedExampleOutput.example],
        "search": SearchedOutput.example,
        "reach": [ReachedOutput.example],
        "untaken": UntakenOutput.example,
    }

    revision = CountField(source="revision.number")
    examples = TriedExampleOutput(many=True)
    search = SearchedOutput(source="searched")
    reach = ReachedOutput(many=True)
    untaken = UntakenOutput()


# Tries of formulas in requests and answers.


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
        return written(trial.outcome.value) if trial.outcome.has_value else None

    def get_reward(self, trial: Trial) -> str | None:
        reward = trial.outcome.reward
        return None if reward is None else plain(reward)
