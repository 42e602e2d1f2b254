"""How sure it is what is on a photo: readings of taggers and of the number provider, weighed.

Bayes' rule over the possible answers. The chance of each answer before people read is the
provider's calibrated confidence; a tagger's reading counts by how often this tagger was found
right. The taggers' part is Dawid and Skene, "Maximum Likelihood Estimation of Observer Error-Rates
Using the EM Algorithm" (Applied Statistics 28, 1979), with two rates of a tagger in place of a
whole table of confusions. To let a classifier's probability be one more witness is the idea of
CROWDLAB (Goh, Tkachenko and Mueller, 2022, arXiv:2210.06812); its weighted mean is not used,
because a mean is never surer than its surest part. What is assumed stands in docs/tagging.md.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from math import prod

# Of a tagger's wrong readings, how many are this particular wrong one.
COINCIDENCE = 0.25
# The chance that a photo has a number of which the provider sent nothing; and where it sent nothing
# at all.
MISSED = 0.05
MISSED_ALL = 0.5
# No confidence counts for more: calibration itself was measured to about 0.03.
SUREST = 0.98
# The provider takes a number for read from this confidence on.
READ = 0.5
# What a new tagger counts for, as readings that were checked: 19 of 20 were right, and of 20
# wrong readings of the provider one was repeated.
PRIOR_CHECKS, PRIOR_RIGHT, PRIOR_MISLED = 20, 19, 1

Machine = Mapping[str, float]  # the numbers that the provider read, with their confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that is on a photo."""

    numbers: frozenset[str]
    custom_tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A tagger's rates, 0 to 1.

    `right`: of readings that were checked; `misled`: wrong together with the provider, of the
    photos on which the provider was wrong.
    """

    right: float
    misled: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """What a tagger read on the photo, and how far this tagger is to be believed."""

    answer: Answer
    skill: Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The likeliest answer of a tagger, and the chance that it is right."""

    answer: Answer
    certainty: float


def skill_of(right: int, checked: int, misled: int, led_astray: int) -> Skill:
    """Estimate a tagger's rates: means of Beta distributions, with the prior of a new tagger.

    :param right: readings found right, of those `checked`.
    :param misled: readings that repeated the provider's mistake, of the `led_astray` photos on
        which the provider was wrong.
    """
    return Skill(
        right=(PRIOR_RIGHT + right) / (PRIOR_CHECKS + checked),
        misled=(PRIOR_MISLED + misled) / (PRIOR_CHECKS + led_astray),
    )


def read_by(machine: Machine) -> frozenset[str]:
    """Return the numbers that the provider takes for read."""
    return frozenset(number for number, chance in machine.items() if chance >= READ)


def repeats(numbers: Collection[str], machine: Machine) -> bool:
    """Return whether a reading has nothing that the provider did not offer.

    No number repeats it if it took none for read.
    """
    return machine.keys() >= set(numbers) if numbers else not read_by(machine)


def machine_chance(numbers: Collection[str], machine: Machine) -> float:
    """Return the provider's chance that these are the numbers of the photo.

    All numbers that it did not read share one chance, that it missed something.
    """
    unseen = _chance_of_unseen(machine)
    missed = unseen if set(numbers) - machine.keys() else 1 - unseen
    return missed * prod(
        _bounded(chance) if number in numbers else 1 - _bounded(chance)
        for number, chance in machine.items()
    )


def weigh(witnesses: Sequence[Witness], machine: Machine | None) -> Weighed:
    """Return the likeliest of the taggers' answers, and the chance that it is right.

    :param witnesses: one reading a tagger, at least one.
    :param machine: None: the provider was not asked, and every answer is as likely before.
    """
    before = _chances_before(witnesses, machine)
    after = {
        truth: chance * prod(_likelihood(witness, truth, machine) for witness in witnesses)
        for truth, chance in before.items()
    }
    # That the truth is none of these: every tagger was wrong.
    left = max(_chance_of_unseen(machine), 1 - sum(before.values()))
    others = left * prod(_likelihood(witness, None, machine) for witness in witnesses)
    given = {witness.answer for witness in witnesses}
    best = max(given, key=lambda answer: (after[answer], sorted(answer.numbers)))
    return Weighed(answer=best, certainty=after[best] / (sum(after.values()) + others))


def _chances_before(
    witnesses: Sequence[Witness], machine: Machine | None
) -> Mapping[Answer, float]:
    """Return the chance of each answer before people read; answers of the same numbers share it."""
    answers = {witness.answer for witness in witnesses}
    if machine is None:
        return dict.fromkeys(answers, COINCIDENCE / (1 + COINCIDENCE))  # of 1/COINCIDENCE + 1
    read = read_by(machine)
    if all(answer.numbers != read for answer in answers):
        answers.add(Answer(numbers=read))
    sharing = Counter(answer.numbers for answer in answers)
    return {
        answer: machine_chance(answer.numbers, machine) / sharing[answer.numbers]
        for answer in answers
    }


def _chance_of_unseen(machine: Machine | None) -> float:
    """Return the chance of a number that the provider did not read; of several, any of them."""
    if machine is None:
        return 0.0
    return MISSED if machine else MISSED_ALL


def _likelihood(witness: Witness, truth: Answer | None, machine: Machine | None) -> float:
    """Return the chance of a reading if this is the truth; None: what no tagger has read."""
    skill, answer = witness.skill, witness.answer
    alone = 1.0  # that the tagger was not misled, where the provider could mislead
    if machine is not None and (truth is None or not repeats(truth.numbers, machine)):
        alone = 1 - skill.misled
    if answer == truth:
        return skill.right * alone
    if machine is not None and repeats(answer.numbers, machine):
        return max(skill.misled, (1 - skill.right) * COINCIDENCE)
    return (1 - skill.right) * COINCIDENCE * alone


def in_percent(certainty: Decimal) -> str:
    """Return a certainty in words, rounded down: `99.2 %`."""
    return f"{(certainty * 100).quantize(Decimal('0.1'), ROUND_DOWN)} %"


def _bounded(chance: float) -> float:
    return min(max(chance, 1 - SUREST), SUREST)
