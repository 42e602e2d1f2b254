"""Rewards of activities in requests and answers: explained, checked, calculated again."""

from rest_framework import serializers

from activities.explaining.rewards import RewardOutcome
from foundation.rest.serializers import GuidField, Input, Output, UtcDateTimeField
from rewards.example_ids import ACTIVITY_ID, FORMULA_ID, MOMENT
from rewards.models import LimitPeriod, LimitScope, LimitUnit

MOST_ITEMS = 1000
POSTED, REFUSED = "posted", "refused"

DISTANCE = {"source": "distance", "line": 1, "column": 1, "level": 1, "value": "10.5"}


class TriedFormulaOutput(Output):
    """A formula by a revision, and why it did not suit; empty: it decided."""

    formula_id = GuidField()
    name = serializers.CharField()
    revision = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(allow_blank=True)


class RewardStepOutput(Output):
    """A part of the formula and its value; the whole has level 0."""

    source = serializers.CharField()  # type: ignore[assignment]
    line = serializers.IntegerField(min_value=1)
    column = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=0)
    value = serializers.CharField()


class FormulaFailureOutput(Output):
    """Where the formula failed, and why."""

    part = serializers.CharField(help_text="`expression` or `__where`.")
    line = serializers.IntegerField(min_value=1)
    column = serializers.IntegerField(min_value=1)
    detail = serializers.CharField()


class RewardOperationOutput(Output):
    """An operation on the balance, for this activity."""

    operation_id = GuidField(source="pk")
    type = serializers.CharField()
    amount = serializers.DecimalField(max_digits=20, decimal_places=2)
    reason = serializers.CharField(allow_blank=True)
    created_by = serializers.CharField(allow_blank=True)
    created_on = UtcDateTimeField()


class LimitCutOutput(Output):
    """A limit as it was when it left less than the reward."""

    limit_id = GuidField()
    scope = serializers.ChoiceField(LimitScope.choices)
    activity_type = serializers.CharField(allow_blank=True, help_text="Empty: all types.")
    period = serializers.ChoiceField(LimitPeriod.choices)
    unit = serializers.ChoiceField(LimitUnit.choices)
    most = serializers.CharField(help_text="What the limit allowed in a period.")
    left = serializers.CharField(help_text="What was left of it.")
    begins = serializers.CharField(
        allow_blank=True, help_text="The period's first day; empty: the whole program."
    )


class ExplanationQuery(Input):
    """How much is said."""

    technical = serializers.BooleanField(
        default=False, help_text="The sentences name each part of the formula, with every digit."
    )


class OtherActivityQuery(Input):
    """With which activity the reward is compared."""

    other_activity_id = GuidField()


class DifferingInputOutput(Output):
    """A variable that differs, in words with its unit."""

    name = serializers.CharField()
    one = serializers.CharField()
    other = serializers.CharField()


class RewardComparisonOutput(Output):
    """A reward beside that of another activity."""

    example = {
        "activityId": ACTIVITY_ID,
        "otherActivityId": FORMULA_ID,
        "reward": 21,
        "otherReward": 6,
        "inputs": [{"name": "distance", "one": "10.5 km", "other": "3 km"}],
        "partsAt": "distance * 2",
        "sentences": [
            "This one: 21 points. That one: 6 points.",
            "Distance: this one 10.5 km, that one 3 km.",
            "They part at distance * 2. This one: 10.5 km × 2 = 21. That one: 3 km × 2 = 6.",
        ],
    }

    activity_id = GuidField(source="one.activity.pk")
    other_activity_id = GuidField(source="other.activity.pk")
    reward = serializers.IntegerField(allow_null=True, source="one.reward")
    other_reward = serializers.IntegerField(allow_null=True, source="other.reward")
    inputs = DifferingInputOutput(many=True, help_text="Those that differ.")
    parts_at = serializers.CharField(
        allow_blank=True, help_text="The first part of the formula with different values."
    )
    sentences = serializers.ListField(child=serializers.CharField())


class ExplainedRewardOutput(Output):
    """A reward, and everything that it came from, as it was stored with it."""

    example = {
        "activityId": ACTIVITY_ID,
        "outcome": "Credited",
        "sentences": [
            "The reward is 16.",
            "It was calculated on 2026-05-17 09:30:00 UTC by the service.",
            "Formula 'By distance', revision 2, decided.",
            "The activity had distance 10.5 km.",
            "10.5 km × 1.5 = 15.75, rounded 16.",
            "16.00 was credited on 2026-05-17 09:30:01 UTC by operation " + ACTIVITY_ID + ".",
        ],
        "calculatedOn": MOMENT,
        "calculatedBy": "handler",
        "reason": "",
        "formula": {"formulaId": FORMULA_ID, "name": "By distance", "revision": 2, "reason": ""},
        "passedOver": [],
        "expression": "distance * 1.5",
        "coefficients": {},
        "inputs": {"distance": "10.5"},
        "steps": [DISTANCE, {**DISTANCE, "source": "distance * 1.5", "level": 0, "value": "15.75"}],
        "failure": None,
        "unrounded": "15.75",
        "beforeLimits": "16",
        "limits": [],
        "reward": 16,
        "credit": {
            "operationId": ACTIVITY_ID,
            "type": "Refill",
            "amount": "16.00",
            "reason": "",
            "createdBy": "",
            "createdOn": MOMENT,
        },
        "crediting": [],
        "adjustments": [],
        "total": "16.00",
    }

    activity_id = GuidField(source="activity.pk")
    outcome = serializers.ChoiceField(choices=[each.value for each in RewardOutcome])
    sentences = serializers.ListField(child=serializers.CharField())
    calculated_on = UtcDateTimeField(allow_null=True)
    calculated_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(
        allow_blank=True, help_text="Why there is none, or why the calculation failed."
    )
    formula = TriedFormulaOutput(allow_null=True)
    passed_over = TriedFormulaOutput(many=True)
    expression = serializers.CharField(allow_blank=True)
    coefficients = serializers.DictField(child=serializers.CharField())
    inputs = serializers.DictField(
        child=serializers.CharField(), help_text="The variables, written as in the language."
    )
    steps = RewardStepOutput(many=True)
    failure = FormulaFailureOutput(allow_null=True)
    unrounded = serializers.CharField(
        allow_blank=True, help_text="As a text, which loses no digit, as all that is calculated."
    )
    before_limits = serializers.CharField(
        allow_blank=True, help_text="Rounded, before limits of the program cut it."
    )
    limits = LimitCutOutput(many=True, help_text="Those that cut it, the strictest first.")
    reward = serializers.IntegerField(
        allow_null=True, help_text="Whole points; what is credited is an amount of a balance."
    )
    credit = RewardOperationOutput(allow_null=True)
    crediting = serializers.ListField(
        child=serializers.CharField(), help_text="What the step that credits waits for."
    )
    adjustments = RewardOperationOutput(many=True)
    total = serializers.DecimalField(
        max_digits=20, decimal_places=2, help_text="The credit with its adjustments."
    )


class RewardCheckOutput(Output):
    """A reward, calculated again from what was stored with it."""

    example = {
        "activityId": ACTIVITY_ID,
        "isEqual": True,
        "reward": 16,
        "stored": "15.75",
        "calculated": "15.75",
        "credited": "16.00",
        "differences": [],
    }

    activity_id = GuidField()
    is_equal = serializers.BooleanField()
    reward = serializers.IntegerField()
    stored = serializers.CharField(allow_blank=True)
    calculated = serializers.CharField(allow_null=True)
    credited = serializers.DecimalField(max_digits=20, decimal_places=2, allow_null=True)
    differences = serializers.ListField(child=serializers.CharField())


class CalculateManyInput(Input):
    """The activities whose rewards are to be calculated again."""

    example = {"activityIds": [ACTIVITY_ID]}

    activity_ids = serializers.ListField(child=GuidField(), min_length=1, max_length=MOST_ITEMS)


class CalculateManyItemOutput(Output):
    """What becomes of one activity."""

    index = serializers.IntegerField(min_value=0, help_text="The id's place, from 0.")
    activity_id = GuidField()
    status = serializers.ChoiceField([POSTED, REFUSED])
    code = serializers.CharField(allow_null=True, help_text="Of one that is refused.")
    detail = serializers.CharField(allow_null=True, help_text="Of one that is refused.")


class CalculateManyOutput(Output):
    """What becomes of the activities, in the order of their ids in the request."""

    example = {
        "results": [
            {
                "index": 0,
                "activityId": ACTIVITY_ID,
                "status": "refused",
                "code": "reward-is-set",
                "detail": f"Activity {ACTIVITY_ID} has the reward 16.",
            }
        ]
    }

    results = CalculateManyItemOutput(many=True)
