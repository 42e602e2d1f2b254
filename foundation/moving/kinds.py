"""The kinds of records that move: each declared once by its app, and registered at start-up."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, Protocol

from django.db import models

from foundation.moving.columns import (
    ANY_JSON,
    MovedColumn,
    RefusedValue,
    ValueType,
    camel,
    is_set_by_database,
    otherwise,
    type_of,
)

Values = dict[str, Any]
Compared = Mapping[str, frozenset[str]]  # values of a record, by what they are


class Facts(Protocol):
    """What is remembered of records: from the files, or from the database."""

    def __call__(self, kind: str, keys: Iterable[Any], /) -> Mapping[str, Mapping[str, Any]]:
        """Return what is remembered of records of a kind, by key as text."""


class FileFacts(Facts, Protocol):
    """What is remembered while files are checked."""

    def add_up(self, name: str, amounts: Mapping[str, Decimal]) -> Mapping[str, Decimal]:
        """Add amounts to sums by key, which begin with 0; return the sums."""


@dataclass(slots=True, kw_only=True)
class Row:
    """A row of a file: the values that it has by attribute, and its lists of rows below it."""

    line: int
    values: Values
    lists: dict[str, list[Values]] = field(default_factory=dict)
    kind: str = ""
    key: str = ""

    def __str__(self) -> str:
        """Say where it stands; what it holds may be personal."""
        return f"{self.kind}, line {self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowProblem:
    """What is wrong with a row, or a field of it, in words, and what to do."""

    field: str = ""
    says: str
    cure: str


class MovedKind:
    """A kind of record: a model, and what its files say beyond the model's fields.

    - `key`: the attributes that say which record it is; `order`: of the rows in an export.
    - `names`, `meanings`, `absent`: by attribute; without them they follow from the field.
    - `references`: attributes that are no foreign keys, and the kind that they name.
    - `remembers`: attributes that checks of other kinds ask for.
    - `children`: kinds whose rows stand in lists of this kind's rows, under `listed_as`;
      `parent` is the attribute that names the row above. A text in the list is its `shorthand`.
    - `has_file`: whether it may be a file by itself; `is_exported`: whether an export writes that.
    - `is_append_only`: what is there is never changed.
    - `compared`: what `compare_former` compares of a record, by its names in files.
    - `unique`: attributes that two records never share, empty ones aside; texts in any case, except
      those of `case_counts`.
    """

    name: ClassVar[str]
    model: ClassVar[type[models.Model]]
    says: ClassVar[str]
    key: ClassVar[tuple[str, ...]] = ("id",)
    order: ClassVar[tuple[str, ...]] = ()
    names: ClassVar[Mapping[str, str]] = {}
    meanings: ClassVar[Mapping[str, str]] = {}
    absent: ClassVar[Mapping[str, str]] = {}
    types: ClassVar[Mapping[str, ValueType]] = {}
    left_out: ClassVar[Collection[str]] = ()
    needed: ClassVar[Collection[str]] = ()
    references: ClassVar[Mapping[str, str]] = {}
    after: ClassVar[Collection[str]] = ()
    remembers: ClassVar[tuple[str, ...]] = ()
    unique: ClassVar[tuple[tuple[str, ...], ...]] = ()
    case_counts: ClassVar[Collection[str]] = ()
    children: ClassVar[tuple["MovedKind", ...]] = ()
    parent: ClassVar[str] = ""
    listed_as: ClassVar[str] = ""
    shorthand: ClassVar[str] = ""
    has_file: ClassVar[bool] = True
    is_exported: ClassVar[bool] = True
    is_append_only: ClassVar[bool] = False
    compared: ClassVar[tuple[str, ...]] = ()
    more_columns: ClassVar[tuple[MovedColumn, ...]] = ()
    set_later: ClassVar[Collection[str]] = ()  # attributes that `before_insert` sets

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        """Yield what this system refuses of rows that are well formed."""
        yield from ()

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        """Set what follows from the values of new rows, before defaults are set."""

    def before_insert(self, rows: Sequence[Row]) -> None:
        """Do what new rows need in the database, in their transaction."""

    def after_insert(self, rows: Sequence[Row]) -> None:
        """Do what follows new rows, in their transaction."""

    def after_change(self, pks: Sequence[Any]) -> None:
        """Do what follows changed records, in their transaction."""

    def compared_of(self, row: Row) -> Compared:
        """Return what is compared of a row."""
        return {}

    def compared_here(self, pks: Sequence[Any]) -> Mapping[Any, Compared | None]:
        """Return what is compared of records that are here; None, if it may still come."""
        return {}

    def is_same(self, attname: str, given: Any, stored: Any) -> bool:
        """Return whether a given value is the stored one."""
        return bool(given == stored)

    def queryset(self) -> "models.QuerySet[Any]":
        """Return the records that an export has, with what `exported` reads."""
        return self.model._default_manager.all()

    def extra_values(self, rows: Sequence[Values]) -> None:
        """Set the values of `more_columns`, of records that were read."""

    # What follows from the declaration.

    @cached_property
    def fields(self) -> "dict[str, models.Field[Any, Any]]":
        """The model's fields that move, by attribute."""
        return {
            each.attname: each
            for each in self.model._meta.concrete_fields
            if each.attname not in self.left_out
            and not isinstance(each, models.AutoField | models.BigAutoField)
        }

    @cached_property
    def defaults(self) -> Values:
        """What each column has without a value, or a function that returns it."""
        return {
            each.attname: each.default
            if each.has_default() and callable(each.default)
            else each.get_default()
            for each in self.model._meta.concrete_fields
            if not isinstance(each, models.AutoField | models.BigAutoField)
            and (each.has_default() or not is_set_by_database(each))
        }

    @cached_property
    def set_by_database(self) -> Collection[str]:
        """The columns that are inserted only with a value."""
        return {each.attname for each in self.model._meta.concrete_fields} - self.defaults.keys()

    @cached_property
    def columns(self) -> dict[str, MovedColumn]:
        """The columns by their names in files, the key first."""
        own = [self._column(each) for each in self.fields.values()]
        found = sorted([*own, *self.more_columns], key=lambda each: each.attname not in self.key)
        return {each.name: each for each in found}

    @cached_property
    def by_attribute(self) -> dict[str, MovedColumn]:
        return {each.attname: each for each in self.columns.values()}

    @cached_property
    def lists(self) -> dict[str, "MovedKind"]:
        return {child.listed_as: child for child in self.children}

    @cached_property
    def nested_columns(self) -> dict[str, MovedColumn]:
        """The columns of a row that stands in another one's list."""
        return {name: each for name, each in self.columns.items() if each.attname != self.parent}

    @cached_property
    def required(self) -> frozenset[str]:
        """The attributes that each row has; one in a list names no row above."""
        return frozenset(each.attname for each in self.columns.values() if each.is_required)

    follows_parent: ClassVar[Collection[str]] = ()  # set from the row above: the photo's album

    def key_of(self, values: Mapping[str, Any]) -> str:
        """Return the key as one text."""
        if len(self.key) == 1:
            return str(values.get(self.key[0]))
        return "\n".join([str(values.get(each)) for each in self.key])

    def name_of(self, attname: str) -> str:
        return self.by_attribute[attname].name

    def _column(self, each: "models.Field[Any, Any]") -> MovedColumn:
        name = each.attname
        is_given = each.has_default() or is_set_by_database(each)
        can_be_absent = each.null or each.blank or is_given
        says = self.meanings.get(name) or str(each.help_text) or _title(each)
        refers_to = self.references.get(name, "")
        if isinstance(each, models.ForeignKey) and not refers_to:
            refers_to = _KIND_OF_MODEL.get(each.related_model, "")
        return MovedColumn(
            name=self.names.get(name, camel(name)),
            attname=name,
            says=says,
            otherwise=self.absent.get(name) or otherwise(each),
            type=self.types.get(name) or type_of(each),
            is_required=name in self.needed
            or not (can_be_absent or name in self.absent or name in self.follows_parent),
            is_nullable=each.null,
            writes_null=each.null and each.has_default(),
            refers_to=refers_to,
        )


KINDS: dict[str, MovedKind] = {}  # those with files, by name
_KIND_OF_MODEL: dict[Any, str] = {}


def register_kinds(*kinds: MovedKind) -> None:
    """Let records of these kinds be imported and exported."""
    for kind in kinds:
        for each in (kind, *kind.children):
            if each.has_file:
                KINDS[each.name] = each
        if kind.has_file:
            _KIND_OF_MODEL.setdefault(kind.model, kind.name)


def kinds_in_order(names: Collection[str] = ()) -> list[MovedKind]:
    """Return the kinds, each behind those that it refers to.

    :param names: of the wanted ones; none: all.
    """
    found: dict[str, MovedKind] = {}

    def add(kind: MovedKind) -> None:
        if kind.name in found:
            return
        needed = {column.refers_to for column in _all_columns(kind)} | set(kind.after)
        for name in sorted(needed - {"", kind.name}):
            add(KINDS[name])
        found[kind.name] = kind

    for name in sorted(KINDS):
        add(KINDS[name])
    return [kind for kind in found.values() if not names or kind.name in names]


def _all_columns(kind: MovedKind) -> Iterator[MovedColumn]:
    yield from kind.columns.values()
    for child in kind.children:
        yield from (each for each in child.nested_columns.values() if each.refers_to != kind.name)


@dataclass(slots=True)
class Parsed:
    """A line that was read: its row, what is wrong with it, and names that are not known."""

    row: Row
    problems: list[RowProblem]
    unknown: list[str]


def parse(kind: MovedKind, data: Mapping[str, Any], line: int, *, is_cells: bool) -> Parsed:
    """Read the values of a line."""
    parsed = Parsed(Row(line=line, values={}, kind=kind.name), [], [])
    parsed.row.values = _read(kind, kind.columns, data, parsed, is_cells=is_cells)
    parsed.row.key = kind.key_of(parsed.row.values)
    return parsed


def _read(
    kind: MovedKind,
    columns: Mapping[str, MovedColumn],
    data: Mapping[str, Any],
    parsed: Parsed,
    *,
    is_cells: bool = False,
    at: str = "",
) -> Values:
    """Read the values of a row, or of an item of its lists, which is at a place."""
    values: Values = {}
    refused: set[str] = set()
    for given, value in data.items():
        if is_cells and not value:
            continue  # an empty cell: the field is absent
        name = given if given in columns else given[:1].lower() + given[1:]  # tables: `AlbumId`
        if (column := columns.get(name)) is not None:
            try:
                values[column.attname] = column.read(value, is_cell=is_cells)
            except RefusedValue as fault:
                refused.add(name)
                parsed.problems.append(_problem(at + name, fault))
        elif not at and name in kind.lists:
            parsed.row.lists[name] = _read_list(kind.lists[name], name, value, parsed, is_cells)
        else:
            parsed.unknown.append(f"{kind.listed_as}.{given}" if at else given)
    if not kind.required - values.keys() <= ({kind.parent} if at else set()):
        parsed.problems += [
            RowProblem(field=at + name, says="is missing", cure=f"Add {name}: {column.says}")
            for name, column in columns.items()
            if column.is_required and column.attname not in values and name not in refused
        ]
    return values


def _read_list(
    child: MovedKind, name: str, value: Any, parsed: Parsed, is_cells: bool
) -> list[Values]:
    if is_cells:
        cell = str(value)
        is_json = cell.lstrip()[:1] in ("[", "{")
        try:
            value = ANY_JSON.of_cell(cell) if is_json else [_.strip() for _ in cell.split(";")]
        except RefusedValue as fault:
            parsed.problems.append(_problem(name, fault))
            return []
    if isinstance(value, dict):
        value = [value]
    if not isinstance(value, list):
        parsed.problems.append(RowProblem(field=name, says="is not a list", cure="Write a list."))
        return []
    return [_read_item(child, f"{name}[{place}].", each, parsed)
            for place, each in enumerate(value)]  # fmt: skip


def _read_item(child: MovedKind, at: str, item: Any, parsed: Parsed) -> Values:
    if child.shorthand and isinstance(item, str):
        item = {child.name_of(child.shorthand): item}
    if not isinstance(item, Mapping):
        problem = RowProblem(field=at[:-1], says="is not an object", cure="Write an object.")
        parsed.problems.append(problem)
        return {}
    return _read(child, child.nested_columns, item, parsed, at=at)


def _problem(name: str, fault: RefusedValue) -> RowProblem:
    return RowProblem(field=name, says=fault.says, cure=fault.cure)


def _title(each: "models.Field[Any, Any]") -> str:
    words = str(each.verbose_name)
    return f"{words[:1].upper()}{words[1:]}."
