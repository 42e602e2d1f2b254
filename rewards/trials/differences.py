"""How two revisions of a formula differ, and what each gives for the golden examples."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any
from uuid import UUID

from programs.activity_types import units_of
from rewards.formula.conditions import where_in_words
from rewards.formulas.candidates import prepared
from rewards.formulas.checking import WHERE
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.trials.examples import TriedExample, try_examples

SAME, REMOVED, ADDED = " ", "-", "+"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceLine:
    """A line of the expression; `sign`: whether both have it, or it was removed or added."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingField:
    """A setting or coefficient by name; `old` or `new` is None where only the other has it."""

    name: str
    old: str | None
    new: str | None

    @property
    def is_same(self) -> bool:
        return self.old == self.new


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingExample:
    """A golden example, and what each of the revisions gives for it; None: there is no old one."""

    old: TriedExample | None
    new: TriedExample

    @property
    def is_same(self) -> bool:
        return self.old is not None and self.old.got == self.new.got


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionDifference:
    """From a revision to another; `old` None: to the first one, from nothing."""

    old: FormulaRevision | None
    new: FormulaRevision
    expression: Sequence[DifferenceLine]
    settings: Sequence[DifferingField]
    coefficients: Sequence[DifferingField]
    examples: Sequence[DifferingExample]

    @property
    def conditions(self) -> Sequence[DifferingField]:
        """The settings as people read them: the condition in words."""
        units = units_of(self.new.formula.activity_type)
        new = where_in_words(self.new.settings.get(WHERE), units)
        old = where_in_words(self.old.settings.get(WHERE), units) if self.old else None
        condition = DifferingField(name="For", old=old, new=new)
        return [condition, *(each for each in self.settings if each.name != WHERE)]

    @property
    def is_empty(self) -> bool:
        """Whether the texts are the same; then so are the results."""
        fields = (*self.settings, *self.coefficients)
        lines = (each.sign == SAME for each in self.expression)
        return all(lines) and all(each.is_same for each in fields)


def compare_revisions(formula_id: UUID, old: int | None, new: int | None) -> RevisionDifference:
    """Return how the revision `new` of a formula differs from `old`.

    :param old: None: from nothing.
    :param new: None: the one that was saved last.
    :raises RewardFormulaNotFound: no such formula or revision.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(new)
    before = None if old is None else formula.revision_numbered(old)
    return RevisionDifference(
        old=before,
        new=revision,
        expression=list(_lines(before.expression if before else "", revision.expression)),
        settings=_fields(before.settings if before else {}, revision.settings),
        coefficients=_fields(before.coefficients if before else {}, revision.coefficients),
        examples=_examples(formula, before, revision),
    )


def _lines(old: str, new: str) -> Iterator[DifferenceLine]:
    before, after = old.split("\n") if old else [], new.split("\n")
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for kind, since, until, start, end in matcher.get_opcodes():
        if kind == "equal":
            yield from (DifferenceLine(sign=SAME, text=text) for text in after[start:end])
            continue
        yield from (DifferenceLine(sign=REMOVED, text=text) for text in before[since:until])
        yield from (DifferenceLine(sign=ADDED, text=text) for text in after[start:end])


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[DifferingField]:
    names = sorted({*old, *new})
    return [DifferingField(name=n, old=_written(old, n), new=_written(new, n)) for n in names]


def _written(values: Mapping[str, Any], name: str) -> str | None:
    if name not in values:
        return None
    value = values[name]
    if isinstance(value, str):
        return value
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)


def _examples(
    formula: RewardFormula, old: FormulaRevision | None, new: FormulaRevision
) -> list[DifferingExample]:
    examples = list(formula.examples.order_by("name"))
    after = try_examples(prepared(new.pk), examples)
    before: Sequence[TriedExample | None] = [None] * len(examples)
    if old is not None:
        before = try_examples(prepared(old.pk), examples)
    pairs = zip(before, after, strict=True)
    return [DifferingExample(old=first, new=second) for first, second in pairs]
