"""A formula from a template…"""

from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory
from rewards.formulas.calculation import calculate_reward
from rewards.models import RewardFormula
from rewards.tests.factories import NOW, active_formula

pytestmark = pytest.mark.django_db
PAGE = reverse("admin:rewards_rewardformula_from_template")
ADD = reverse("admin:rewards_rewardformula_add")
QUIZ = "QuizActivity"


def filled(client: Client, program: MarketingProgram, **given: Any) -> Any:
    about = {"program": program.pk, "activity_type": "SportActivity"}
    return client.post(PAGE, {**about, **given}, secure=True)


# Computed by hand: the reward of an activity, by the distance or the correct answers.
BY_HAND: list[tuple[dict[str, Any], dict[str, int | None]]] = [
    ({"template": "fixed", "points": "7"}, {"0.5": 7, "42": 7}),
    (
        {"template": "fixed", "points": "7", "variable": "distance", "least": "5"},
        {"4.9": None, "5": 7, "42": 7},
    ),
    (
        {"template": "each", "points": "2", "variable": "distance"},
        {"0.2": 0, "1": 2, "10.5": 21, "42.195": 84},
    ),
    (
        {"template": "each", "points": "1.5", "variable": "distance", "most": "30", "least": "3"},
        {"2.99": None, "3": 5, "10": 15, "20": 30, "100": 30},
    ),
    (
        {"template": "tiers", "variable": "distance", "tiers": "3 5\n10, 12\n21.0975 30"},
        {"2.9": None, "3": 5, "9.99": 5, "10": 12, "21.0974": 12, "42": 30},
    ),
    (
        {"template": "mark", "points": "10", "variable": "correct_answers", "least": "8",
         "activity_type": QUIZ},
        {"7": None, "8": 10, "10": 10},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "rewards"), BY_HAND)
def test_gives_what_was_computed_by_hand(client, given, rewards):
    program, kind = MarketingProgramFactory.create(), given.get("activity_type", "SportActivity")
    signed_in(client, "rewards.edit", "rewards.read")

    answer = filled(client, program, **given)
    texts = dict(parse_qsl(urlsplit(answer["Location"]).query))
    shown = client.get(answer["Location"], secure=True).context["adminform"].form
    saved = client.post(ADD, {**texts, "program": str(program.pk)}, secure=True)

    assert saved.status_code == 302, saved.context["errors"]
    assert [shown[name].value() for name in ("expression", "coefficients")] == [
        texts["expression"], texts["coefficients"]
    ]  # fmt: skip
    written = RewardFormula.objects.get().revision
    active_formula(
        program.pk,
        activity_type=kind,
        expression=written.expression,
        settings=written.settings,
        coefficients=written.coefficients,
    )
    name = "correct_answers" if kind == QUIZ else "distance"
    for value, reward in rewards.items():
        outcome = calculate_reward(program.pk, kind, {name: Decimal(value)}, NOW)
        assert outcome.reward == reward, (value, outcome)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"template": "each", "points": "2"}, "variable"),
        ({"template": "each", "variable": "distance"}, "points"),
        ({"template": "each", "variable": "correct_answers", "points": "2"}, "variable"),
        ({"template": "tiers", "variable": "distance", "tiers": "3 5\n3 6"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "far"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "NaN 5\n1 6"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "sNaN 5"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 Infinity"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 1e999999999"}, "tiers"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 2\n" * 500}, "tiers"),
        ({"template": "fixed", "points": "1e999999999"}, "points"),
        (
            {"template": "fixed", "points": "1", "variable": "distance", "least": "1e-99999"},
            "least",
        ),
        ({"template": "mark", "points": "1", "variable": "distance"}, "least"),
        ({"template": "fixed", "points": "1", "most": "3"}, "most"),
        ({"template": "fixed", "points": "0"}, "points"),
        ({"template": "each", "variable": "distance", "points": "1", "most": "0"}, "most"),
        ({"template": "tiers", "variable": "distance", "tiers": "1 0\n5 0"}, "tiers"),
    ],
)
def test_names_the_field_that_is_wrong(client: Client, given: dict[str, Any], field: str):
    signed_in(client, "rewards.edit", "rewards.read")

    answer = filled(client, MarketingProgramFactory.create(), **given)

    assert list(answer.context["form"].errors) == [field]
