"""What the page Try finds of a formula, and the pages of its golden examples…"""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from activities.tests.factories import ActivityFactory
from foundation.rest.tests.staff import signed_in
from programs.tests.factories import ParticipantFactory
from rewards.formulas.editor import FAULTS, address_of_try
from rewards.models import FormulaRevision, GoldenExample, RewardFormula
from rewards.tests.factories import draft_formula, golden_example

pytestmark = pytest.mark.django_db

INPUTS = ("tracker_id", "provider", "discipline", "time_in_seconds", "avg_pace", "avg_speed",
          "height_diff", "pulse", "is_manual")  # fmt: skip
TYPED = {
    "expression": "distance * coeff('rate')",
    "coefficients": '{"rate": "1.5"}',
    "settings": "{}",
    "example_name": "Ten",
    "expectation": "Reward",
    "expected_reward": "15",
    "value_distance": "10",
    **{f"value_{name}": "" for name in INPUTS},
}
GIVEN = {**TYPED, "keep": "yes"}


def check(client: Client, formula: RewardFormula, **asked: Any) -> Any:
    return client.get(address_of_try(formula), {"check": "yes", **asked})


def test_says_what_is_known_of_the_last_revision(client: Client):
    formula = draft_formula(
        expression="distance - 3", settings={"__where": "discipline == 'running'"}
    )
    golden_example(formula)
    reader = signed_in(client, "rewards.read")

    text = check(reader, formula).content.decode()

    assert "1 of 1 is broken: revision 1 cannot be made active." in text
    assert (
        "The reward is negative (-2) where discipline is &#x27;running&#x27; and distance" in text
    )
    assert "inputs: every combination of the values below" in text
    assert "Yes, for example where discipline is" in text
    assert "Of 0 activities from" in text


def test_says_what_is_known_of_texts_that_are_typed_beside_their_result(client: Client):
    formula = draft_formula(expression="distance - 3")
    golden_example(formula)
    reader = signed_in(client, "rewards.read")
    typed = {"expression": "distance - 5", "value_distance": "9", "cap": "100"}

    page = reader.post(address_of_try(formula), {"check": "yes", **typed})
    wrong = reader.post(address_of_try(formula), {"check": "yes", **typed, "cap": "-1"})

    text = page.content.decode()
    assert (page.context["outcome"].reward, page.context["outcome"].plot is None) == ("4", False)
    assert "1 of 1 is broken: this draft cannot be made active." in text
    assert "above the cap of 100" in text
    assert list(wrong.context["form"].errors) == ["cap"]
    assert "found" not in wrong.context


def test_keeps_what_was_tried_as_an_example(client: Client):
    formula = draft_formula()
    editor = signed_in(client, "rewards.edit")

    asked = editor.get(address_of_try(formula))
    answer = editor.post(address_of_try(formula), GIVEN, follow=True)

    example = GoldenExample.objects.get()
    assert "For example 'running'. Empty: null." in asked.content.decode()
    assert (example.inputs, example.reward) == ({"distance": "10"}, 15)
    assert example.changed_by == "rewards.edit"
    assert "All 1 hold." in answer.content.decode()
    assert "Saved the example “Ten”." in answer.content.decode()


def test_shows_unsaved_texts_again_with_what_they_give_for_a_kept_example(client: Client):
    formula = draft_formula()
    typed = {**GIVEN, "expression": "distance * 7", "expected_reward": "70"}

    editor, address = signed_in(client, "rewards.edit"), address_of_try(formula)
    page = editor.post(address, typed)
    form = page.context["form"]
    opened = {name: form[name].value() for name in ("example", "example_version")}
    editor.post(address, {**typed, **opened, "expected_reward": "71"})

    assert form["expression"].value() == "distance * 7"
    assert GoldenExample.objects.get().reward == 71
    assert "All 1 hold." in page.content.decode()
    assert "this draft</a>" in page.content.decode()


@pytest.mark.parametrize("order", ["keep", "try"])
@pytest.mark.parametrize("hidden", ["example", "example_version"])
def test_keeps_no_example_of_a_page_that_was_not_ours(client: Client, order: str, hidden: str):
    sent = {**TYPED, order: "yes", hidden: "x"}

    page = signed_in(client, "rewards.edit").post(address_of_try(draft_formula()), sent)

    assert (page.status_code, GoldenExample.objects.count()) == (200, 0)


def test_fills_in_an_activity_that_is_none_of_the_last(client: Client):
    participant = ParticipantFactory.create()
    formula = draft_formula(program_id=participant.program_id)
    oldest, *_ = ActivityFactory.create_batch(21, participant=participant)
    editor = signed_in(client, "rewards.edit")

    page = editor.get(address_of_try(formula), {"fill": "yes", "activity": str(oldest.pk)})

    assert page.context["form"].errors == {}
    assert page.context["outcome"].plot is not None


def test_keeps_an_activity_with_its_reward_as_an_example(client: Client):
    participant = ParticipantFactory.create()
    formula = draft_formula(program_id=participant.program_id)
    activity = ActivityFactory.create(participant=participant, reward=16)
    editor = signed_in(client, "rewards.edit")

    answer = editor.get(address_of_try(formula), {"fill": "yes", "activity": str(activity.pk)})

    opened = {"example": str(golden_example(formula).pk), "example_version": "1"}
    filled = editor.post(
        address_of_try(formula), {**TYPED, **opened, "fill": "yes", "activity": str(activity.pk)}
    )

    form, another = answer.context["form"], filled.context["form"]
    assert (another["example"].value(), another["example_name"].value()[:8]) == ("", "Activity")
    assert form["value_discipline"].value() == "'running'"
    assert (form["expectation"].value(), form["expected_reward"].value()) == ("Reward", "16")
    for unknown in (str(uuid4()), "x"):
        refused = editor.get(address_of_try(formula), {"fill": "yes", "activity": unknown})
        assert refused.status_code == 200
        assert list(refused.context["form"].errors) == ["activity"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"value_distance": "ten"}, "value_distance"),
        ({"value_discipline": "running"}, "value_discipline"),
        ({"expected_reward": ""}, "expected_reward"),
        ({"expected_reward": "1.5"}, "expected_reward"),
        ({"expectation": "NoReward"}, "expected_reward"),
        ({"example_name": ""}, "example_name"),
        ({"example_name": "Two"}, "__all__"),
    ],
)
def test_shows_what_is_wrong_with_an_example(client: Client, changes: Any, field: str):
    formula = draft_formula()
    golden_example(formula)

    answer = signed_in(client, "rewards.edit").post(address_of_try(formula), {**GIVEN, **changes})

    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    assert GoldenExample.objects.count() == 1


def test_changes_and_removes_an_example(client: Client):
    example = golden_example()
    editor, address = signed_in(client, "rewards.edit"), address_of_try(example.formula)
    own = {**GIVEN, "example": str(example.pk), "example_version": "1"}
    remove = reverse("admin:rewards_formula_remove_example", args=[example.formula_id, example.pk])

    editor.post(address, own)
    stale = editor.post(address, {**own, "example_name": "Old"})
    shown = editor.get(address, {"example": str(example.pk)})

    example.refresh_from_db()
    assert shown.context["form"]["example_version"].value() == 2
    assert shown.context["outcome"].reward == "15"
    assert (example.name, example.version) == ("Ten", 2)
    assert "The golden example is at version 2." in stale.content.decode()

    asked = editor.post(remove, {})
    assert "“Ten” wants: 15." in asked.content.decode()
    assert GoldenExample.objects.exists()
    answer = editor.post(remove, {**dict(asked.context["hidden"]), "confirmed": "yes"}, follow=True)

    assert "Removed the example “Ten”." in answer.content.decode()
    assert not GoldenExample.objects.exists()
    again = editor.get(remove, follow=True).content.decode()
    assert "The formula has no such example." in again
    assert editor.get(address, {"example": str(example.pk)}).status_code == 404


def test_keeps_and_removes_examples_only_for_who_writes_formulas(client: Client):
    example = golden_example()
    reader = signed_in(client, "rewards.read")
    remove = reverse("admin:rewards_formula_remove_example", args=[example.formula_id, example.pk])

    page = reader.get(address_of_try(example.formula)).content.decode()
    answers = [reader.post(address_of_try(example.formula), GIVEN), reader.get(remove)]

    assert "Add the example" not in page
    assert [answer.status_code for answer in answers] == [403, 403]
    assert GoldenExample.objects.count() == 1


ADDRESS = reverse(FAULTS)
ASKED = {
    "activityType": "SportActivity",
    "expression": "distance *\n  coef('rate')",
    "settings": '{"__where": "distanse > 1"}',
    "coefficients": '{"rate": 1}',
}


def ask(client: Client, **changes: Any) -> Any:
    return client.post(ADDRESS, json.dumps({**ASKED, **changes}), content_type="application/json")


@pytest.mark.parametrize("role", ["rewards.read", "rewards.edit", "rewards.activate"])
def test_is_said_to_all_who_may_read_formulas(client: Client, role: str):
    answer = ask(signed_in(client, role))

    assert answer.status_code == 200
    assert answer.json()["faults"] == [
        {
            "field": "expression",
            "detail": "unknown function 'coef'; did you mean 'coeff'?",
            "line": 2,
            "column": 3,
        },
        {
            "field": "settings",
            "detail": "the condition: unknown variable 'distanse'; did you mean 'distance'?",
            "line": 1,
            "column": 14,
        },
        {
            "field": "coefficients",
            "detail": "the coefficient 'rate' is not a text",
            "line": None,
            "column": None,
        },
    ]
    assert not RewardFormula.objects.exists()
    assert not FormulaRevision.objects.exists()


def test_is_nothing_where_the_texts_can_be_saved_and_needs_the_token_of_a_page(client: Client):
    reader = signed_in(client, "rewards.read")
    without = signed_in(Client(enforce_csrf_checks=True), "rewards.read", name="eve")

    answer = ask(reader, expression="distance", settings="", coefficients="")

    assert answer.json() == {"faults": []}
    assert ask(without).status_code == 403


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "The body is no JSON in UTF-8"),
        (b"\xff", "The body is no JSON in UTF-8"),
        (b"[" * 100_000, "The JSON is nested too deeply."),
        (b"[]", "The body is an object of activityType, expression, settings, coefficients."),
        (b'{"expression": "1"}', "The body is an object of"),
        (json.dumps({**ASKED, "more": ""}).encode(), "The body is an object of"),
        (json.dumps({**ASKED, "expression": 1}).encode(), "expression is a text."),
        (json.dumps({**ASKED, "activityType": "Chess"}).encode(), "There is no activity type"),
    ],
)
def test_says_why_a_request_is_malformed(client: Client, body: bytes, reason: str):
    answer = signed_in(client, "rewards.read").post(ADDRESS, body, content_type="application/json")

    assert answer.status_code == 400
    assert reason in answer.json()["detail"]
