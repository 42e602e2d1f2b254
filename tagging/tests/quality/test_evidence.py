"""Evidence, with values that were computed by hand…"""

from decimal import Decimal

import pytest

from tagging.records.evidence import (
    Answer,
    Machine,
    Skill,
    Witness,
    in_percent,
    machine_chance,
    repeats,
    skill_of,
    weigh,
)

GOOD = Skill(right=0.96, misled=0.05)
LAZY = Skill(right=0.96, misled=0.8)


def read(*numbers: str, skill: Skill = GOOD, custom: str | None = None) -> Witness:
    tags = frozenset([custom] if custom else [])
    return Witness(answer=Answer(numbers=frozenset(numbers), custom_tags=tags), skill=skill)


def sure(*witnesses: Witness, machine: Machine | None) -> tuple[list[str], float]:
    weighed = weigh(witnesses, machine)
    return sorted(weighed.answer.numbers), round(weighed.certainty, 4)


def test_of_a_new_tagger_is_the_prior_and_moves_with_what_is_checked():
    assert skill_of(0, 0, 0, 0) == Skill(right=19 / 20, misled=1 / 20)
    assert skill_of(80, 80, 5, 20) == Skill(right=99 / 100, misled=6 / 40)


def test_of_the_machine_is_the_product_of_its_confidences_and_what_it_may_have_missed():
    machine = {"12": 0.9, "13": 0.2}

    assert machine_chance({"12"}, machine) == pytest.approx(0.95 * 0.9 * 0.8)
    assert machine_chance({"12", "13"}, machine) == pytest.approx(0.95 * 0.9 * 0.2)
    assert machine_chance({"12", "7"}, machine) == pytest.approx(0.05 * 0.9 * 0.8)
    assert machine_chance({"12"}, {"12": 1.0}) == pytest.approx(0.95 * 0.98)
    assert machine_chance((), {}) == machine_chance({"7"}, {}) == 0.5


def test_a_reading_repeats_the_machine_if_it_has_nothing_of_its_own():
    machine = {"12": 0.9, "13": 0.2}

    assert repeats({"12"}, machine)
    assert repeats({"13"}, machine)
    assert not repeats({"12", "7"}, machine)
    assert not repeats((), machine)
    assert repeats((), {"13": 0.2})


TWELVE = {"12": 0.98}


@pytest.mark.parametrize(
    ("witnesses", "machine", "certainty"),
    [
        # 1/5 · 0.96 against four other answers of 1/5 · 0.04/4.
        ([read("12")], None, 0.96),
        # 0.9216 against 4 · 0.0001.
        ([read("12"), read("12")], None, 0.9996),
        # 0.96 · 0.01 twice, and three others of 0.01².
        ([read("12"), read("13")], None, 0.4923),
        # 0.009216 against 0.000096 and three others of 0.000001.
        ([read("12"), read("13"), read("12")], None, 0.9894),
        # 0.931 · 0.96 against 0.069 · 0.05.
        ([read("12")], TWELVE, 0.9962),
        # {13}: 0.05 · 0.02 · 0.96 · 0.95; {12}: 0.931 · 0.01; another one: 0.068 · 0.01 · 0.95.
        # That is 0.000912 of 0.010868.
        ([read("13")], TWELVE, 0.0839),
        # 0.8938 against 0.069 · 0.8.
        ([read("12", skill=LAZY)], TWELVE, 0.9418),
        # 0.5 · 0.96 against 0.5 · 0.05.
        ([read()], {}, 0.9505),
    ],
    ids=["one", "agree", "differ", "third", "confirmed", "against", "lazy", "no number"],
)
def test_weighs_readings_and_the_machine(
    witnesses: list[Witness], machine: Machine | None, certainty: float
):
    numbers, found = sure(*witnesses, machine=machine)

    assert found == certainty
    assert certainty < 0.95 or numbers == sorted(witnesses[0].answer.numbers)


def test_tells_custom_tags_apart():
    assert sure(read("12"), read("12", custom="finish"), machine={"12": 0.98})[1] < 0.6


def test_never_says_100_percent():
    assert in_percent(Decimal("0.9999")) == "99.9 %"
