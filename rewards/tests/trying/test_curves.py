"""A curve…"""

import json
from decimal import Decimal
from typing import Any

import pytest

from foundation.records.refusals import Invalid
from rewards.formulas.candidates import list_candidates
from rewards.formulas.checking import FormulaTexts
from rewards.tests.factories import NOW, active_formula
from rewards.trials.curves import Curve, Sweep, draw_curve, drawn
from rewards.trials.outcomes import Trial, draft_of_texts, read_inputs, try_draft
from rewards.trials.try_page import tree_of


def curve(expression: str, end: int = 20, points: int = 21, **texts: Any) -> Curve:
    read = FormulaTexts(**{"expression": expression, "settings": {}, "coefficients": {}, **texts})
    sweep = Sweep(variable="distance", start=Decimal(0), end=Decimal(end), points=points)
    variables = read_inputs("SportActivity", {"distance": "3", "pulse": "100"})
    return draw_curve(draft_of_texts(read), variables, sweep)


def test_has_the_results_at_each_place():
    found = curve("distance * 1.5 + pulse", end=2, points=5)

    assert [(point.x, point.result, point.reward) for point in found.points] == [
        (Decimal(0), Decimal(100), Decimal(100)),
        (Decimal("0.5"), Decimal("100.75"), Decimal(101)),
        (Decimal(1), Decimal("101.5"), Decimal(102)),
        (Decimal("1.5"), Decimal("102.25"), Decimal(102)),
        (Decimal(2), Decimal(103), Decimal(103)),
    ]
    assert (found.gaps, found.jumps) == ([], [])


@pytest.mark.parametrize("expression", ["distance * distance", "max(0, (distance - 9) * 50)", "3"])
def test_does_not_take_what_is_steep_for_a_jump(expression: str):
    assert curve(expression).jumps == []


@pytest.mark.parametrize(
    "changes",
    [
        {"start": Decimal(10), "end": Decimal("10.000000000000001")},
        {"end": Decimal(0)},
        {"end": Decimal(-1)},
    ],
)
def test_is_bounded(changes: dict[str, Any]):
    with pytest.raises(Invalid):
        Sweep(**{"variable": "distance", "start": Decimal(0), "end": Decimal(9), **changes})


def test_is_drawn_with_breaks():
    found = json.loads(drawn(curve("distance == 3 ? null : distance < 9.5 ? distance : 20")))

    [line] = found["datasets"]
    breaks = [place for place, dot in enumerate(line["data"]) if dot["y"] is None]
    before, behind = (line["data"][breaks[1] + step] for step in (-1, 1))
    assert (line["data"][breaks[0]]["x"], len(breaks)) == (3, 2)
    assert (before["x"], round(before["y"], 3), behind) == (behind["x"], 9.5, {**behind, "y": 20})
    assert drawn(curve("null")) == ""


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
        ("1", "distance / 0 > 1", "settings, line 1, column 10: the condition: division by zero"),
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
            "decides and fails: in its condition, line 1, column 3",
        ),
        ({"expression": "distance > 0 ? null : 1"}, "decides: no reward, the formula gives none"),
    ],
)
def test_says_that_a_failing_formula_decides(texts: dict[str, Any], reason: str):
    formula = active_formula(**texts)

    (considered,) = tried("1", program_id=formula.program_id).considered

    assert considered.decides
    assert reason in considered.reason
