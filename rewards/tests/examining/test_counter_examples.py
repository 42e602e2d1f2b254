"""The search for counter-examples of a formula…"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.activity_types import FormulaVariable, Span, variables_of
from rewards.formulas.candidates import Revision, prepare
from rewards.formulas.checking import read_inputs
from rewards.trials import samples as budget
from rewards.trials.counter_examples import CounterExample, Finding, Searched, SearchInvalid, search
from rewards.trials.samples import MAX_TRIED, Row

TABLE = {"table": "[[0, 1], [5, 1.5], [10, 2]]", "falling": "[[0, 3], [5, 2]]"}
QUIZ = "QuizActivity"


def revision(expression: str, where: Any = None) -> Revision:
    return prepare(1, expression, {"__where": where}, {"rate": "1.5", **TABLE})


def searched(
    expression: str, where: Any = None, kind: str = "SportActivity", **options: Any
) -> Searched:
    return search(revision(expression, where), variables_of(kind), [], **options)


def found(expression: str, where: Any = None, **changes: Any) -> dict[Finding, str]:
    """Return the first sentence of each finding."""
    examples = searched(expression, where, **changes).counter_examples
    return {each.finding: each.sentence for each in reversed(examples)}


@pytest.mark.parametrize(
    ("expression", "finding", "sentence"),
    [
        ("distance - 3", "Negative", "The reward is negative (-2) where distance is 1."),
        (
            "100 / (distance - 3)",
            "Fails",
            "The formula fails (line 1, column 5: division by zero) where distance is 3.",
        ),
        (
            "10 / (pulse - 77.7)",
            "Fails",
            "The formula fails (line 1, column 4: division by zero) where pulse is 77.7.",
        ),
        (
            "discipline + 1",
            "Fails",
            (
                "The formula fails (line 1, column 12: a number is needed here, not a text) where "
                "discipline is 'running'."
            ),
        ),
        (
            "discipline == 'cycling' ? -1 : 5",
            "Negative",
            "The reward is negative (-1) where discipline is 'cycling'.",
        ),
        ("coalesce(pulse, -5)", "Negative", "The reward is negative (-5) where pulse is null."),
        (
            "is_manual and distance > 42.5 ? -1 : 5",
            "Negative",
            "The reward is negative (-1) where distance is 100 and is_manual is true.",
        ),
        (
            "distance * time_in_seconds == 1039.5 ? -1 : 5",
            "Negative",
            "The reward is negative (-1) where distance is 0.3 and time_in_seconds is 3465.",
        ),
        (
            "distance > 10 ? distance * 2 : distance * 3",
            "Falls",
            "The reward falls from 30 to 20 while distance grows from 10 to 10.001.",
        ),
        (
            "distance > 20 ? null : distance",
            "Falls",
            "The reward falls from 20 to no reward while distance grows from 20 to 20.001.",
        ),
        (
            "piecewise(coeff('table'), distance / 1000) * 100",
            "Jumps",
            (
                "At piecewise(coeff('table'), distance / 1000), the row from 5, the reward jumps "
                "from 100 to 150 (by 50 before rounding) while distance grows from 4999.999 to "
                "5000."
            ),
        ),
        (
            "10 * piecewise(coeff('table'), 20 - pulse)",
            "Jumps",
            (
                "At piecewise(coeff('table'), 20 - pulse), the row from 0, the reward jumps from "
                "10 to no reward (by 10 before rounding) while pulse grows from 20 to 20.001."
            ),
        ),
    ],
)
def test_finds_and_says_in_words(expression: str, finding: str, sentence: str):
    assert found(expression)[Finding(finding)] == sentence


@pytest.mark.parametrize(
    ("expression", "where"),
    [
        ("distance * coeff('rate')", None),
        ("100 / distance", None),  # it is greater than 0
        ("distance - 3", "distance > 3"),
        ("distance - 3", {"distance": {"gte": 3}}),
        ("after_linear(distance, 5, 2, 30)", None),
        ("min(distance, 10) + (is_manual ? 0 : 1)", None),
        ("clamp(height_diff, 0, 100)", None),
    ],
)
def test_finds_nothing_where_nothing_is_wrong(expression: str, where: Any):
    result = searched(expression, where, growing="")

    assert [each.sentence for each in result.counter_examples] == []
    assert result.sentence.startswith("Found none. That is no proof: not all inputs were tried.")
    assert result.is_whole


def test_finds_what_is_above_a_cap_only_where_there_is_one():
    assert found("distance * 2", cap=500) == {
        Finding.ABOVE_CAP: "The reward is 2000, above the cap of 500, where distance is 1000."
    }
    assert found("min(distance * 2, 500)", cap=500) == {}
    assert found("distance * 2") == {}
    assert Finding.ABOVE_CAP in found("distance > 7.77 and distance < 7.78 ? 11 : 10", cap=10)


def test_finds_one_jump_for_each_row_of_a_table_and_takes_a_slope_for_none():
    result = searched("10 * piecewise(coeff('table'), distance)")

    places = [each.points[1].inputs for each in result.counter_examples]
    assert places == [{"distance": "5"}, {"distance": "10"}]
    assert found("distance * 1000 + 0 * piecewise(coeff('table'), distance)") == {}
    assert Finding.JUMPS in found("1000 * piecewise(coeff('table'), distance)")


def test_looks_for_falls_along_the_variable_that_is_named():
    expression = "pulse > 150 ? 5 : 10"

    assert found(expression) == {}
    assert found(expression, growing="pulse") == {
        Finding.FALLS: "The reward falls from 10 to 5 while pulse grows from 150 to 150.001."
    }
    assert found("10 * piecewise(coeff('falling'), distance)", growing="").keys() == {Finding.JUMPS}


@pytest.mark.parametrize("growing", ["distanse", "discipline"])
def test_refuses_to_let_grow_what_is_no_number(growing: str):
    with pytest.raises(SearchInvalid) as refused:
        searched("distance", growing=growing)

    assert refused.value.errors.keys() == {"growing"}


def test_tries_no_values_that_cannot_come_together():
    share = "10 * correct_answers / total_questions"

    assert found(share, kind=QUIZ, cap=10, growing="correct_answers") == {}
    assert found("total_questions - 1.5", kind=QUIZ) == {
        Finding.NEGATIVE: "The reward is negative (-1) where total_questions is 1."
    }


def test_tries_the_values_of_past_activities():
    variables = {
        "discipline": FormulaVariable(says="", example="running"),
        "distance": FormulaVariable(says="", example=Decimal(1), span=Span(least=Decimal(0))),
    }
    past: list[Row] = [{"discipline": "chess", "distance": Decimal("3.3333")}]
    expression = "distance * 3 % 1 == 0.9999 ? -1 : 1"

    without = search(revision(expression), variables, [])
    result = search(revision(expression), variables, past)

    assert [each.finding for each in without.counter_examples if each.finding != "Falls"] == []
    assert result.counter_examples[0].points[0].inputs == {"distance": "3.3333"}
    assert result.past == 1


def test_is_the_same_each_time_and_bounded():
    expression = " + ".join(
        f"{name} * {number}"
        for number, name in enumerate(
            ["distance", "time_in_seconds", "pulse", "height_diff", "avg_speed", "avg_pace"]
        )
    )

    first, again = (searched(expression, "distance > 3") for _ in range(2))

    assert first.counter_examples == again.counter_examples
    assert (first.tried, first.suiting) == (again.tried, again.suiting)
    assert not first.is_whole
    assert 10_000 < first.tried < MAX_TRIED + 1000
    assert "some combinations" in first.sentence


def test_stops_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(budget, "MAX_SECONDS", -1.0)

    result = searched("distance - 3")

    assert result.ran_out_of_time
    assert result.sentence.endswith("The search ran out of time before all of them.")


SOURCES = st.recursive(
    st.sampled_from(
        ["distance", "pulse", "height_diff", "1", "0", "7.5", "10", "null",
         "piecewise(coeff('table'), distance)", "coeff('rate')"]
    ),
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from("+-*/%"), part).map(lambda p: f"({' '.join(p)})"),
        st.tuples(part, st.sampled_from(["<", ">=", "=="]), part, part, part).map(
            lambda p: f"({p[0]} {p[1]} {p[2]} ? {p[3]} : {p[4]})"
        ),
        st.tuples(st.sampled_from(["min", "max"]), part, part).map(
            lambda p: f"{p[0]}({p[1]}, {p[2]})"
        ),
        part.map(lambda p: f"round({p})"),
    ),
    max_leaves=6,
)  # fmt: skip


def shows(example: CounterExample, of: Revision, cap: int) -> bool:
    """Return whether a counter-example is one, by calculating it again."""
    outcomes = [of.outcome(read_inputs(each.inputs)) for each in example.points]
    assert [str(each) for each in outcomes] == [str(each.outcome) for each in example.points]
    rewards = [each.reward or Decimal(0) for each in outcomes]
    shown: Mapping[Finding, bool] = {
        Finding.FAILS: outcomes[0].result == "Failed" and not outcomes[0].is_negative,
        Finding.NEGATIVE: outcomes[0].is_negative,
        Finding.ABOVE_CAP: rewards[0] > cap,
        Finding.FALLS: rewards[0] > rewards[-1],
        Finding.JUMPS: rewards[0] != rewards[-1],
    }
    return shown[example.finding]


@settings(deadline=None, max_examples=60)
@given(SOURCES, st.sampled_from([None, "pulse > 100", "distance < 5 or pulse >= 7.5"]))
def test_finds_only_what_is_so(source: str, where: str | None):
    of = revision(source, where)

    result = search(of, variables_of("SportActivity"), [], cap=50)

    assert [each for each in result.counter_examples if not shows(each, of, 50)] == []
    for example in result.counter_examples:
        inputs = [read_inputs(each.inputs) for each in example.points]
        distances = [row["distance"] for row in inputs if "distance" in row]
        assert all(isinstance(each, Decimal) and each > 0 for each in distances)
