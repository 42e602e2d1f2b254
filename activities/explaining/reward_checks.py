"""Calculating stored rewards again: whether each is still what was credited."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from activities.explaining.progress import credits_of
from activities.explaining.rewards import ExplainedReward, explain_reward, last_calculation
from activities.records.changes import get_activity_by_id
from activities.records.models import Activity, ActivityChange, ActivityHistory
from foundation.records.refusals import NotFound
from programs.readers import plain
from rewards.formula.sentences import PlainStep, in_words
from rewards.formula.values import written
from rewards.formulas.calculation import replay
from rewards.formulas.outcomes import Outcome
from rewards.limits.cutting import before_limits
from rewards.models import RewardFormulaNotFound

BATCH = 1000
COMPARED = ("result", "trace")


class RewardNotSet(NotFound):
    """The activity has no reward."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardCheck:
    """A reward that was calculated again; `differences` are sentences, none if it is the same.

    - `stored`, `calculated`: before rounding; `calculated` is None if there is none now.
    - `credited`: what is on the balance for it; None: not credited.
    """

    activity_id: UUID
    reward: Decimal
    stored: str
    calculated: str | None
    credited: Decimal | None
    differences: Sequence[str]

    @property
    def is_equal(self) -> bool:
        return not self.differences

    @property
    def sentence(self) -> str:
        if self.is_equal:
            return f"Calculated again from what was stored: {self.calculated}, the same."
        return f"Calculated again from what was stored, it differs: {' '.join(self.differences)}"


def check_reward(activity_id: UUID) -> RewardCheck:
    """Calculate the reward of an activity again, from what was stored with it; nothing changes.

    :raises ActivityNotFound: no such activity.
    :raises RewardNotSet: it has no reward.
    """
    activity = get_activity_by_id(activity_id)
    row = last_calculation(activity)
    if activity.reward is None or row is None:
        raise RewardNotSet(f"Activity {activity_id} has no reward.")
    [checked] = _checked([(activity.pk, row.details)])
    return checked


def list_reward_checks() -> Iterator[list[RewardCheck]]:
    """Calculate every stored reward again, batch by batch in the order of their calculation.

    A reward that is set meanwhile may be seen or not; each is seen as a whole.
    """
    rows = ActivityHistory.objects.filter(change=ActivityChange.REWARD_SET).order_by("pk")
    stored = rows.values_list("pk", "activity_id", "details")
    last = 0
    while found := list(stored.filter(pk__gt=last)[:BATCH]):
        checks = _checked([(activity_id, details) for _, activity_id, details in found])
        yield checks
        last = found[-1][0]


def _checked(rows: list[tuple[UUID, Mapping[str, Any]]]) -> list[RewardCheck]:
    ids = [activity_id for activity_id, _ in rows]
    rewards = dict(Activity.objects.filter(pk__in=ids).values_list("pk", "reward"))
    credited = dict(credits_of(ids).values_list("pk", "amount"))
    return [
        _check(activity_id, details, rewards[activity_id] or Decimal(0), credited.get(activity_id))
        for activity_id, details in rows
    ]


def _check(
    activity_id: UUID, details: Mapping[str, Any], reward: Decimal, credited: Decimal | None
) -> RewardCheck:
    again, differences = _again(details)
    if credited not in (None, reward):
        differences.append(f"The reward is {reward:f}, credited is {credited:f}.")
    if again is not None:
        if (before := before_limits(details) or plain(reward)) != plain(again.reward or Decimal(0)):
            differences.append(f"The reward is {before}, calculated is {again}.")
        if details.get("reward", plain(reward)) != plain(reward):
            differences.append(f"The reward is {reward:f}, stored is {details['reward']}.")
        differing = (name for name in COMPARED if again.details[name] != details.get(name))
        differences.extend(f"Its {name} differs." for name in differing)
    return RewardCheck(
        activity_id=activity_id,
        reward=reward,
        stored=details.get("unrounded", ""),
        calculated=None if again is None else written(again.value),
        credited=credited,
        differences=differences,
    )


def _again(details: Mapping[str, Any]) -> tuple[Outcome | None, list[str]]:
    """Return the reward as it is calculated now, or why there is none."""
    if "formulaId" not in details:
        return None, ["What it came from was not stored."]
    try:
        again = replay(details)
    except RewardFormulaNotFound as error:
        return None, [str(error)]
    return (again, []) if again.reward is not None else (None, [again.reason])


# Two rewards beside each other: which inputs differ, the step where they part, both results.


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
