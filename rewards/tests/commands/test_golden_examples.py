"""Golden examples of a formula…"""

from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, transaction

from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from foundation.records.models import IdTaken
from foundation.records.refusals import NotFound
from rewards.formula import Value
from rewards.models import Expectation, GoldenExample
from rewards.past_activities import PastActivity
from rewards.tests.factories import activate, active_formula, change, draft_formula, golden_example
from rewards.trials import examples as commands
from rewards.trials.examples import (
    ExampleInvalid,
    ExampleNameTaken,
    GoldenExamplesBroken,
    TooManyExamples,
    list_examples,
)

pytestmark = pytest.mark.django_db

SPORT: dict[str, Value] = dict.fromkeys(
    ("tracker_id", "provider", "discipline", "distance", "time_in_seconds", "avg_pace",
     "avg_speed", "height_diff", "pulse", "is_manual")
)  # fmt: skip


def came(monkeypatch: pytest.MonkeyPatch, **changes: Value) -> UUID:
    """Play an activity that came."""
    past = PastActivity(
        activity_id=uuid4(),
        participant_id=uuid4(),
        created_on=datetime(2026, 5, 17, tzinfo=UTC),
        variables={**SPORT, "distance": Decimal("10.50"), "discipline": "it's", **changes},
        reward=Decimal(16),
    )
    source = type("Came", (), {"find": staticmethod(lambda activity_id: past)})
    monkeypatch.setattr("rewards.past_activities._sources", [source])
    return past.activity_id


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"inputs": {"distance": "2"}, "reward": 3}, "3"),
        ({"inputs": {"distance": "0.999"}, "reward": 1}, "1"),
        ({"inputs": {}, "expectation": Expectation.NO_REWARD}, "no reward"),
        ({"inputs": {"distance": "101"}, "expectation": Expectation.DOES_NOT_SUIT}, "does not"),
    ],
)
def test_that_hold_let_the_formula_be_made_active(texts, expected):
    formula = draft_formula(settings={"__where": "not (distance > 100)"})
    golden_example(formula, **texts)

    [tried] = list_examples(formula.pk)

    assert (tried.holds, tried.got.startswith(expected)) == (True, True)
    assert activate(formula).is_active


@pytest.mark.parametrize(
    ("expression", "inputs", "got"),
    [
        ("distance", "2", "2"),
        ("distance > 0 ? null : 1", "2", "no reward"),
        ("1 / (distance - 2)", "2", "fails: line 1, column 3: division by zero"),
        ("-distance", "2", "fails: the result is negative: -2"),
        ("coeff(discipline)", "2", "no reward"),
        ("distance > 0 ? 'x' : 1", "2", "fails: the result is a text, not a number"),
        ("1000000000000000", "2", "fails: the result is 10^15 or more"),
    ],
)
def test_that_are_broken_keep_a_revision_from_being_active(expression, inputs, got):
    formula = draft_formula(expression=expression)
    golden_example(formula, inputs={"distance": inputs})

    with pytest.raises(GoldenExamplesBroken) as refused:
        activate(formula)

    assert str(refused.value) == (
        f"1 of 1 golden examples do not hold for revision 1: 'Two' wants 3, got {got}."
    )
    formula.refresh_from_db()
    assert (formula.is_active, formula.version) == (False, 1)


def test_leave_the_active_revision_as_it_is():
    formula = active_formula()
    golden_example(formula)
    change(formula, expression="distance")

    with pytest.raises(GoldenExamplesBroken, match="revision 2"):
        activate(formula)

    formula.refresh_from_db()
    assert formula.active_revision is not None
    assert formula.active_revision.number == 1
    assert [each.holds for number in (1, 2) for each in list_examples(formula.pk, number)] == [
        True,
        False,
    ]


def test_come_from_a_past_activity(monkeypatch: pytest.MonkeyPatch):
    activity_id = came(monkeypatch)

    example = golden_example(activity_id=activity_id, inputs=None)

    assert example.inputs == {"discipline": "'it''s'", "distance": "10.5"}
    assert (example.expectation, example.reward) == ("Reward", 16)
    [tried] = list_examples(example.formula_id)
    assert tried.got == "16"


def test_do_not_come_from_an_activity_of_another_type_or_without_a_reward(monkeypatch):
    activity_id = came(monkeypatch, cups=Decimal(2))

    with pytest.raises(ExampleInvalid) as refused:
        golden_example(activity_id=activity_id, inputs=None)
    assert refused.value.errors == {"activityId": "is not an activity of the type SportActivity"}

    monkeypatch.setattr(commands, "_of_activity", lambda *_: ({"distance": "1"}, None))
    with pytest.raises(ExampleInvalid, match="variables") as refused:
        golden_example(activity_id=activity_id, inputs=None)
    assert refused.value.errors.keys() == {"expectation"}
    assert not GoldenExample.objects.exists()


def test_are_a_hundred_at_most(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(commands, "MAX_EXAMPLES", 1)
    example = golden_example()

    with pytest.raises(TooManyExamples):
        golden_example(example.formula, name="Another")

    assert golden_example(example.formula, example_id=example.pk, reward=4).version == 2


def test_have_a_name_and_an_id_of_their_own_and_are_checked_by_the_database_too():
    example = golden_example()
    of_another = commands.DeleteExampleCommand(
        formula_id=draft_formula().pk, example_id=example.pk, by=Actor("ann")
    )

    with pytest.raises(ExampleNameTaken):
        golden_example(example.formula)
    with pytest.raises(IdTaken):
        golden_example(example_id=example.pk, reward=9)
    with pytest.raises(NotFound):
        commands.delete_example(of_another)
    for wrong in ({"reward": None}, {"reward": -1}, {"expectation": "DoesNotSuit"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            GoldenExample.objects.filter(pk=example.pk).update(**wrong)

    example.refresh_from_db()
    assert (example.version, example.reward) == (1, 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_added_first", [True, False])
def test_added_at_the_same_time_do_not_slip_through(is_added_first: bool):
    formula = draft_formula()
    works = [lambda: golden_example(formula, reward=4), lambda: activate(formula)]

    second = race(*(works if is_added_first else reversed(works)))

    formula.refresh_from_db()
    assert isinstance(second, GoldenExamplesBroken if is_added_first else GoldenExample)
    assert formula.is_active is not is_added_first
    assert not list_examples(formula.pk)[0].holds
