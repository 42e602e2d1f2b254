"""Sets of the values that a variable may have…"""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from rewards.examining.conditions import condition_of
from rewards.examining.sets import (
    EVERYTHING,
    NOTHING,
    Box,
    Values,
    in_both,
    numbers,
    only,
    without,
)
from rewards.formula import Value

CHEAP = settings(deadline=None, max_examples=50)
VALUES: list[Value] = [None, True, False, "a", "b", "c", *map(Decimal, ("5", "6", "6.5", "7", "8"))]
# No 0 and 1, which Python takes for False and True.
SETS = st.recursive(
    st.sampled_from([NOTHING, EVERYTHING])
    | st.sampled_from(VALUES).map(only)
    | st.tuples(
        st.sampled_from(["<", "<=", ">", ">="]), st.sampled_from([Decimal(6), Decimal(7)])
    ).map(lambda given: numbers(*given)),
    lambda part: (
        st.tuples(part, part).map(lambda two: two[0] & two[1])
        | st.tuples(part, part).map(lambda two: two[0] | two[1])
        | part.map(lambda one: ~one)
    ),
    max_leaves=4,
)
BOXES = st.dictionaries(st.sampled_from(["x", "y"]), SETS)


def has(values: Values, value: Value) -> bool:
    return not (values & only(value)).is_empty


def members(values: Values) -> list[Value]:
    return [value for value in VALUES if has(values, value)]


def inside(box: Box) -> list[tuple[Value, Value]]:
    return [
        (x, y)
        for x in VALUES
        for y in VALUES
        if has(box.get("x", EVERYTHING), x) and has(box.get("y", EVERYTHING), y)
    ]


@CHEAP
@given(SETS, SETS)
def test_are_intersected_joined_and_inverted(one: Values, other: Values):
    left, right = members(one), members(other)

    assert members(one & other) == [each for each in left if each in right]
    assert members(one | other) == [each for each in VALUES if each in left or each in right]
    assert members(~one) == [each for each in VALUES if each not in left]


@CHEAP
@given(SETS)
def test_are_empty_or_have_some_values(values: Values):
    some = list(values.some())

    assert values.is_empty == (not some)
    assert all(has(values, each) for each in some)


@CHEAP
@given(BOXES, BOXES)
def test_make_boxes_that_are_cut_from_each_other(one: Box, other: Box):
    both, rest = in_both(one, other), list(without(one, other))

    pieces = [set(inside(each)) for each in ([] if both is None else [both]) + rest]
    assert sum(map(len, pieces)) == len(set().union(*pieces)) == len(inside(one))
    assert set(inside({"x": NOTHING} if both is None else both)) == set(inside(one)) & set(
        inside(other)
    )


def test_say_of_a_where_what_is_sure():
    exact = condition_of("x > 1 and not (y == 'a')", {})
    partly = condition_of("x > 1 and y > 'a'", {})
    always = condition_of(None, {})

    assert (exact.is_exact, partly.is_exact) == (True, False)
    assert (list(partly.surely), len(partly.perhaps)) == ([], 1)
    assert always.surely == always.perhaps == [{}]
