"""Trying a formula…"""

from typing import Any

import pytest

from rewards.formulas.candidates import list_candidates
from rewards.formulas.checking import FormulaTexts
from rewards.tests.factories import NOW, active_formula
from rewards.trials.playground_form import tree_of
from rewards.trials.trying import Trial, draft_of_texts, read_inputs, try_draft

INPUTS = {"distance": "10.5", "discipline": "'running'", "is_manual": "false", "pulse": "null"}


def tried(expression: str, **changes: Any) -> Trial:
    program_id = changes.pop("program_id", None)
    inputs = {**INPUTS, **changes.pop("inputs", {})}
    texts = FormulaTexts(
        **{"expression": expression, "settings": {}, "coefficients": {"rate": "1.5"}, **changes}
    )
    candidates = list_candidates(program_id, "SportActivity") if program_id else []
    variables = read_inputs("SportActivity", inputs)
    return try_draft(draft_of_texts(texts), NOW, variables, candidates)


@pytest.mark.parametrize(
    ("expression", "where", "said"),
    [
        (
            "1 +\n distance / (distance - 10.5)",
            None,
            "expression, line 2, column 11: division by zero",
        ),
        ("1", "distance / 0 > 1", "settings, line 1, column 10: __where: division by zero"),
    ],
)
def test_says_where_it_fails(expression: str, where: str | None, said: str):
    trial = tried(expression, settings={"__where": where} if where else {})

    assert trial.fault is not None
    assert f"{trial.fault.field}, {trial.fault}" == said
    assert where or (trial.outcome.reward, trial.trace) == (None, ())


def test_gives_the_trace_as_a_tree():
    tree = tree_of(tried("max(distance, 2 * distance) + 1").trace)

    assert tree is not None
    (largest,) = tree["parts"]
    assert [each["source"] for each in largest["parts"]] == ["distance", "2 * distance"]
    (distance,) = largest["parts"][1]["parts"]
    found = [(each["column"], each["value"]) for each in (tree, largest, distance)]
    assert found == [(1, "22"), (1, "21"), (19, "10.5")]
    assert tree_of(tried("7").trace) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({"expression": "1 / (distance - 10.5)"}, "division by zero"),
        (
            {"settings": {"__where": "1 / (distance - 10.5) > 1"}},
            "decides and fails: __where, line 1, column 3",
        ),
        ({"expression": "distance > 0 ? null : 1"}, "decides: no reward, the formula gives none"),
    ],
)
def test_says_that_a_failing_formula_decides(texts: dict[str, Any], reason: str):
    formula = active_formula(**texts)

    (considered,) = tried("1", program_id=formula.program_id).considered

    assert considered.decides
    assert reason in considered.reason
