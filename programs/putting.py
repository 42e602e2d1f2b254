"""Putting records by id: a command creates the record, changes it, or finds it equal already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db import IntegrityError, models, transaction

from foundation.records.audit import (
    CHANGED,
    CREATED,
    Actor,
    Changes,
    created_fields,
    old_and_new,
    record_all,
)
from foundation.records.models import VersionedModel
from foundation.records.refusals import Conflict, Invalid, NotFound, Refusal, VersionConflict

ATTEMPTS = 3
AT_ONCE = 1000  # records a statement: PostgreSQL takes 65,535 values at most
R = TypeVar("R", bound=models.Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutCommand:
    """A command that puts one record; `id_field` names its field with the record's id."""

    id_field: ClassVar[str]
    expected_version: int | None = None
    by: Actor | None = None

    @property
    def key(self) -> UUID:
        key: UUID = getattr(self, self.id_field)
        return key


C = TypeVar("C", bound=PutCommand)
M = TypeVar("M", bound=VersionedModel)


class IdIsNil(Invalid):
    """The nil guid stands for no record."""


class IdRepeated(Invalid):
    """An earlier command of the same batch has the same id."""


class FixedFieldDiffers(Conflict):
    """The field is fixed when the record is created."""

    def __init__(self, record: models.Model, name: str) -> None:
        self.name = name
        label = name.removesuffix("_id").replace("_", " ")
        stored = getattr(record, name)
        super().__init__(f"The {label} of a {record._meta.verbose_name} is fixed: it is {stored}.")


class EndsBeforeStart(Invalid):
    """It ends before it starts."""


class PutResult(StrEnum):
    """What a command did with its record."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Generic[M]):
    """A record as it was put, or would be; `changes` are the fields that differed."""

    record: M
    outcome: PutResult
    changes: Mapping[str, Any] = field(default_factory=dict)


class Putting(Generic[C, M]):
    """How the records of a model are put.

    - `fixed`: fields that never change; `changing`: fields that a command sets. Commands have them
      under the same names.
    - `refers`: the models of other records, by the command's field with their id.

    An instance serves one batch of commands, and has read the records that they refer to.
    """

    model: ClassVar[type[Any]]
    command: ClassVar[type[Any]]
    fixed: ClassVar[tuple[str, ...]] = ()
    changing: ClassVar[tuple[str, ...]]
    refers: ClassVar[Mapping[str, type[VersionedModel]]] = {}

    def __init__(self, commands: Sequence[C]) -> None:
        self.known = {
            name: found_by_id(model._default_manager.all(), (getattr(c, name) for c in commands))
            for name, model in self.refers.items()
        }

    def wanted(self, command: C) -> M:
        """Return the record as the command describes it.

        :raises Refusal: there is no such record.
        """
        values = {name: getattr(command, name) for name in (*self.fixed, *self.changing)}
        for name, model in self.refers.items():
            key = values.pop(name)
            if key not in self.known[name]:
                raise _not_found(model, key)
            values[name.removesuffix("_id")] = self.known[name][key]
        record: M = self.model(pk=command.key, **values)
        return record

    def changes(self, command: C, stored: M, wanted: M) -> dict[str, Any]:
        """Return the fields of the stored record that are to change.

        :raises Refusal: they must not.
        """
        return {
            name: getattr(wanted, name)
            for name in self.changing
            if not stored.holds(name, getattr(wanted, name))
        }


def put(kind: type[Putting[C, M]], command: C) -> Put[M]:
    """Create or change one record.

    :raises NotFound: there is no record that it refers to, or whose version it expects.
    :raises VersionConflict, FixedFieldDiffers, IdIsNil: as they say.
    :raises Refusal: what the kind refuses.
    """
    [result] = put_all(kind, [command])
    if isinstance(result, Refusal):
        raise result
    return result


def put_all(kind: type[Putting[C, M]], commands: Sequence[C]) -> list[Put[M] | Refusal]:
    """Create or change the records that no rule refuses; return a result for each command.

    If another transaction inserts a record after it was found missing, everything is repeated.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _put_all(kind, commands)
        except IntegrityError:
            continue
    return _put_all(kind, commands)


def plan(kind: type[Putting[C, M]], commands: Sequence[C]) -> list[Put[M] | Refusal]:
    """Return what `put_all` would do, and do nothing."""
    return _decided(kind, commands, kind.model._default_manager.all())


@transaction.atomic
def _put_all(kind: type[Putting[C, M]], commands: Sequence[C]) -> list[Put[M] | Refusal]:
    # Locked and inserted in the order of ids, so that two batches do not wait for each other.
    rows = kind.model._default_manager.select_for_update(of=("self",))
    results = _decided(kind, commands, rows)
    done = [result for result in results if isinstance(result, Put)]
    _write_audit(commands, results)
    new = [result.record for result in done if result.outcome is PutResult.CREATED]
    in_order = sorted(new, key=lambda record: record.pk.int)
    kind.model._default_manager.bulk_create(in_order, batch_size=AT_ONCE)
    for result in done:
        if result.outcome is PutResult.CHANGED:
            result.record.store(**result.changes)
    return results


def _write_audit(commands: Sequence[C], results: Sequence[Put[M] | Refusal]) -> None:
    """Write what is created and changed; the records still have their old values."""
    if commands:
        orders = (_order(result) for result in results if isinstance(result, Put))
        record_all(commands[0].by, (order for order in orders if order[2]))


def _order(result: Put[M]) -> tuple[str, M, Changes]:
    if result.outcome is PutResult.CREATED:
        return CREATED, result.record, created_fields(result.record)
    return CHANGED, result.record, old_and_new(result.record, **result.changes)


def _decided(
    kind: type[Putting[C, M]], commands: Sequence[C], rows: models.QuerySet[Any]
) -> list[Put[M] | Refusal]:
    stored = found_by_id(rows, (command.key for command in commands))
    putting, seen = kind(commands), set[UUID]()
    results: list[Put[M] | Refusal] = []
    for command in commands:
        try:
            _refuse_id(command.key, seen)
            results.append(_decide(putting, command, stored.get(command.key)))
        except Refusal as refusal:
            results.append(refusal)
    return results


def _decide(putting: Putting[C, M], command: C, stored: M | None) -> Put[M]:
    if stored is None:
        if command.expected_version is not None:
            raise _not_found(putting.model, command.key)
        return Put(record=putting.wanted(command), outcome=PutResult.CREATED)
    if command.expected_version not in (None, stored.version):
        name, version = stored._meta.verbose_name, stored.version
        raise VersionConflict(f"The {name} is at version {version}.")
    for name in putting.fixed:
        if getattr(stored, name) != getattr(command, name):
            raise FixedFieldDiffers(stored, name)
    changes = putting.changes(command, stored, putting.wanted(command))
    outcome = PutResult.CHANGED if changes else PutResult.UNCHANGED
    return Put(record=stored, outcome=outcome, changes=changes)


def _refuse_id(key: UUID, seen: set[UUID]) -> None:
    if key.int == 0:
        raise IdIsNil
    if key in seen:
        raise IdRepeated
    seen.add(key)


def found_by_id(rows: models.QuerySet[R], ids: Any) -> dict[UUID, R]:
    """Return the rows with these ids, by id."""
    wanted = sorted(set(ids))
    return {
        row.pk: row
        for begin in range(0, len(wanted), AT_ONCE)
        for row in rows.filter(pk__in=wanted[begin : begin + AT_ONCE]).order_by("pk")
    }


def refuse_end_before_start(starts_on: Any, ends_on: Any, name: str, detail: str) -> None:
    """Raise `EndsBeforeStart` if the end, which has this name, is not after the start."""
    if starts_on is not None and ends_on is not None and ends_on <= starts_on:
        raise EndsBeforeStart(detail, {name: "must be after startsOn"})


def _not_found(model: type[Any], key: UUID) -> NotFound:
    refusal: NotFound = model.not_found(f"No {model._meta.verbose_name} {key}.")
    return refusal
