"""What a former service delivered or calculated, beside what is here; also on a page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminFileFieldWidget

from foundation.moving import files
from foundation.moving.files import FileLine
from foundation.moving.kinds import KINDS, Compared, MovedKind, RowProblem, parse
from foundation.records.refusals import Invalid
from foundation.staff.actions import button
from foundation.staff.confirming import show_refusal
from foundation.staff.display import link_to
from foundation.staff.staff_admin import StaffAdmin

BATCH = 1_000  # records
MOST_NAMED = 1_000  # of records that differ


class FormerLineUnreadable(Invalid):
    """A line of what a former service delivered cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingRecord:
    """A record of which only the former service (`former`), or only this one (`here`), has some."""

    pk: Any
    what: str
    former: Sequence[str]
    here: Sequence[str]

    def __str__(self) -> str:
        only = (("there", self.former), ("here", self.here))
        sides = "; ".join(f"only {side} {', '.join(values)}" for side, values in only if values)
        return f"{self.what}: {sides}"


@dataclass(slots=True)
class FormerComparison:
    """Counts of records of a kind, and of what both services have of them, or one of the two."""

    kind: MovedKind
    records: int = 0
    unknown: int = 0
    unfinished: int = 0
    agreeing: int = 0
    both: dict[str, int] = field(default_factory=dict)
    only_former: dict[str, int] = field(default_factory=dict)
    only_here: dict[str, int] = field(default_factory=dict)
    differing: list[DifferingRecord] = field(default_factory=list)

    @property
    def compared(self) -> int:
        return self.records - self.unknown - self.unfinished


def compared_kinds() -> list[MovedKind]:
    return [kind for kind in KINDS.values() if kind.compared]


def compare_with_former(
    lines: Iterable[FileLine], kinds: Sequence[MovedKind], *, is_cells: bool = False
) -> FormerComparison:
    """Compare the lines of a file, which are of one of these kinds; nothing changes.

    A record that is not here, or has not come so far yet, is counted and not compared.

    :raises FormerLineUnreadable: a line has not this shape.
    """
    rest = (each for each in lines if each.data is not None or each.problem is not None)
    found: FormerComparison | None = None
    while batch := list(islice(rest, BATCH)):
        found = found or FormerComparison(_kind_of(batch[0], kinds))
        given = [_given(found.kind, each, is_cells=is_cells) for each in batch]
        here = found.kind.compared_here([pk for pk, _ in given])
        for pk, values in given:
            found.records += 1
            if pk not in here:
                found.unknown += 1
            elif (stored := here[pk]) is None:
                found.unfinished += 1
            else:
                _compare(found, pk, values, stored)
    return found or FormerComparison(kinds[0])


def _kind_of(first: FileLine, kinds: Sequence[MovedKind]) -> MovedKind:
    if first.problem is not None:
        raise _unreadable(first, first.problem)
    for kind in kinds:
        name = kind.name_of(kind.key[0])
        if any(given[:1].lower() + given[1:] == name for given in first.data or ()):
            return kind
    keys = " or ".join(f"{kind.name_of(kind.key[0])} of {kind.name}" for kind in kinds)
    raise FormerLineUnreadable(f"line {first.number}: Write one object a line, with {keys}.")


def _given(kind: MovedKind, line: FileLine, *, is_cells: bool) -> tuple[Any, Compared]:
    problems = [line.problem] if line.problem else []
    if line.data is not None:
        parsed = parse(kind, line.data, line.number, is_cells=is_cells)
        needed = (kind.name_of(kind.key[0]), *kind.compared)
        problems += [each for each in parsed.problems if each.field.split("[")[0] in needed]
        if not problems:
            return parsed.row.values[kind.key[0]], kind.compared_of(parsed.row)
    raise _unreadable(line, problems[0])


def _unreadable(line: FileLine, problem: RowProblem) -> FormerLineUnreadable:
    says = f"{problem.field} {problem.says}. {problem.cure}".strip()
    return FormerLineUnreadable(f"line {line.number}: {says}")


def _compare(found: FormerComparison, pk: Any, former: Compared, stored: Compared) -> None:
    is_same = True
    for what in found.kind.compared:
        there, here = former.get(what, frozenset()), stored.get(what, frozenset())
        for counts, values in (
            (found.both, there & here),
            (found.only_former, there - here),
            (found.only_here, here - there),
        ):
            counts[what] = counts.get(what, 0) + len(values)
        if there != here:
            is_same = False
            if len(found.differing) < MOST_NAMED:
                only = {"former": sorted(there - here), "here": sorted(here - there)}
                found.differing.append(DifferingRecord(pk=pk, what=what, **only))
    found.agreeing += is_same


def in_words(found: FormerComparison) -> Iterator[str]:
    """Yield the counts of a comparison as people read them."""
    share = f", {found.agreeing / found.compared:.1%}" if found.compared else ""
    yield f"{found.compared:,} {found.kind.name} compared, {found.agreeing:,} agree{share}"
    yield f"{found.unknown:,} are not here, {found.unfinished:,} are not processed yet"
    for what in found.both:
        yield (
            f"{what}: {found.both[what]:,} in both, {found.only_former[what]:,} only there, "
            f"{found.only_here[what]:,} only here"
        )


def by_record(rows: Iterable[tuple[Any, str]]) -> Mapping[Any, frozenset[str]]:
    """Return the values of each record, from pairs of a record's key and a value."""
    found: dict[Any, set[str]] = {}
    for pk, value in rows:
        found.setdefault(pk, set()).add(value)
    return {pk: frozenset(values) for pk, values in found.items()}


TEXT = (
    "A file of JSON Lines says what the former service has of each record: {}. It is compared with "
    "what is here; nothing changes."
)
MOST_SHOWN = 200  # records that differ; `manage.py compare_former` names more


class FormerFileForm(forms.Form):
    """The file of what the former service has."""

    file = forms.FileField(widget=UnfoldAdminFileFieldWidget())


class ComparedWithFormer(StaffAdmin):
    """The button of a list that leads to the comparison."""

    def has_compare_permission(self, request: HttpRequest, key: object = None) -> bool:
        return self.has_view_permission(request)

    @button("Compare with a former service…", "compare-former", "compare")
    def compare_former(self, request: HttpRequest) -> HttpResponse:
        """Ask for the file, and show what both have and what only one of them has."""
        form = FormerFileForm(request.POST or None, request.FILES or None)
        [kind] = (each for each in compared_kinds() if each.model is self.model)
        facts: list[str] = []
        if form.is_valid():
            try:
                found = compare_with_former(
                    files.json_lines(form.cleaned_data["file"].file), [kind]
                )
            except FormerLineUnreadable as refusal:
                show_refusal(form, refusal, field="file")
            else:
                facts = [*in_words(found)]
                facts += [
                    format_html("{} {}", link_to(self.model, each.pk), str(each))
                    for each in found.differing[:MOST_SHOWN]
                ]
        text = TEXT.format(", ".join((kind.name_of(kind.key[0]), *kind.compared)))
        title = "Compare with a former service"
        return self.ask(request, [], title, text, {"compare": "Compare"}, form, facts=facts)
