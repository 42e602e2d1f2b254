"""Two rewards beside each other: which inputs differ, the step where they part, both results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from activities.queries.reward_explanation import ExplainedReward, explain_reward
from rewards.formula.sentences import PlainStep, in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingInput:
    """A variable that the activities do not have alike, in words with its unit."""

    name: str
    one: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardComparison:
    """An activity's reward beside that of another one.

    - `parts_at`: the first step with different values, as it is written; empty: there is none.
    - `sentences`: all of it in words. “This one” is the first activity, “that one” the other.
    """

    one: ExplainedReward
    other: ExplainedReward
    inputs: Sequence[DifferingInput]
    parts_at: str
    sentences: Sequence[str]


def compare_rewards(activity_id: UUID, other_id: UUID) -> RewardComparison:
    """Compare the rewards of two activities, from what was stored with them.

    :raises ActivityNotFound: there is no such activity.
    """
    one, other = explain_reward(activity_id), explain_reward(other_id)
    inputs = list(_differing(one, other))
    parting = _parting(one, other)
    sentences = [
        *_results(one, other),
        *(f"{_title(each.name)}: this one {each.one}, that one {each.other}." for each in inputs),
        *_formulas(one, other),
        *_steps(parting, one, other),
    ]
    return RewardComparison(
        one=one,
        other=other,
        inputs=inputs,
        parts_at=" ".join(parting[0].source.split()) if parting else "",
        sentences=sentences,
    )


def _differing(one: ExplainedReward, other: ExplainedReward) -> Iterator[DifferingInput]:
    units = {**other.units, **one.units}
    for name in sorted({*one.inputs, *other.inputs}):
        texts = [each.inputs.get(name, "null") for each in (one, other)]
        if texts[0] != texts[1]:
            first, second = (in_words(text, units.get(name, "")) for text in texts)
            yield DifferingInput(name=name, one=first, other=second)


def _results(one: ExplainedReward, other: ExplainedReward) -> Iterator[str]:
    yield f"This one: {_result(one)}. That one: {_result(other)}."
    if one.activity.type != other.activity.type:
        yield (
            f"They are of different types: {one.activity.get_type_display().lower()}, and "
            f"{other.activity.get_type_display().lower()}."
        )


def _result(explained: ExplainedReward) -> str:
    if explained.reward is not None:
        return f"{explained.reward:,f} points"
    return explained.outcome_in_words


def _formulas(one: ExplainedReward, other: ExplainedReward) -> Iterator[str]:
    if _decided(one) != _decided(other):
        yield f"This one was decided by {_decided(one)}; that one by {_decided(other)}."
    elif one.coefficients != other.coefficients:
        yield "The coefficients were different."


def _decided(explained: ExplainedReward) -> str:
    found = explained.formula
    return f"formula {found.name!r}, revision {found.revision}" if found else "no formula"


def _parting(one: ExplainedReward, other: ExplainedReward) -> tuple[PlainStep, PlainStep] | None:
    """Return the first step of the same expression that has different values."""
    if one.expression != other.expression:
        return None
    known = {each.place: each for each in other.plain_steps}
    pairs = ((each, known.get(each.place)) for each in one.plain_steps)
    return next(((a, b) for a, b in pairs if b is not None and a.value != b.value), None)


def _steps(
    parting: tuple[PlainStep, PlainStep] | None, one: ExplainedReward, other: ExplainedReward
) -> Iterator[str]:
    if parting:
        source = " ".join(parting[0].source.split())
        yield f"They part at {source}. This one: {parting[0].text}. That one: {parting[1].text}."
    elif one.plain_steps and one.expression == other.expression:
        yield "Every step has the same value."


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
