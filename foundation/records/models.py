"""Versioned records, created once; rows of the audit, and rows that failed."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone
from psycopg.errors import UniqueViolation

from foundation.records.refusals import Conflict, NotFound, VersionConflict
from foundation.records.statements import run_statement

NAME_LENGTH = 200


class PlainJSONEncoder(DjangoJSONEncoder):
    """Also writes records (as name and id), sets, and other values as text."""

    def default(self, o: Any) -> Any:
        if isinstance(o, models.Model):
            return name_and_id(o)
        if isinstance(o, set | frozenset):
            return sorted(str(each) for each in o)
        try:
            return super().default(o)
        except TypeError:  # of packages: a schedule's time zone
            return str(o)


class AuditEntry(models.Model):
    """One order of a person or service. Append-only: the database refuses anything else.

    - `actor`: the name of the user or the token, or the account that ran `manage.py`;
    - `record_type`: the class of the record; `record_id` is empty where the order is about many;
    - `changes`: [old, new] of each field that changed; of a secret, only that it changed.
    """

    id = models.BigAutoField(primary_key=True)
    occurred_on = models.DateTimeField("when")
    actor = models.CharField("who", max_length=NAME_LENGTH)
    address = models.CharField("from", max_length=100, blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    record_type = models.CharField(max_length=100)
    record_id = models.CharField(max_length=100, blank=True)
    record_name = models.CharField("record", max_length=NAME_LENGTH, blank=True)
    action = models.CharField(max_length=100)
    changes = models.JSONField(default=dict, encoder=PlainJSONEncoder)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("-occurred_on", "-id")
        verbose_name = "audit entry"
        verbose_name_plural = "audit"
        # Each filter of the audit reads its newest rows without sorting, whatever their number.
        indexes = (
            models.Index(fields=["-occurred_on", "-id"], name="audit_by_time"),
            models.Index(fields=["record_id", "-occurred_on", "-id"], name="audit_by_record"),
            models.Index(
                fields=["record_type", "-occurred_on", "-id"], name="audit_by_record_type"
            ),
            models.Index(fields=["actor", "-occurred_on", "-id"], name="audit_by_actor"),
            models.Index(fields=["action", "-occurred_on", "-id"], name="audit_by_action"),
        )

    def __str__(self) -> str:
        return f"{self.action}: {self.record_name or self.record_type}"


class LeftOutRow(models.Model):
    """A row that a long job or a sweep could not do: the others are done without it.

    A sweep tries it again, and deletes this once it is done; a long job has left it out for good.
    """

    what = models.CharField(max_length=100, help_text="The kind of long job, or the task.")
    job = models.CharField(max_length=100, blank=True, help_text="The job's id; empty: a sweep.")
    row = models.CharField(max_length=200, help_text="Its id, or its name.")
    reason = models.CharField(max_length=1000)
    times = models.PositiveIntegerField(default=1, help_text="How often it failed.")
    first_on = models.DateTimeField()
    last_on = models.DateTimeField()

    class Meta:
        verbose_name = "row left out"
        verbose_name_plural = "rows left out"
        constraints = (
            models.UniqueConstraint(fields=["what", "job", "row"], name="left_out_once"),
        )
        indexes = (models.Index(fields=["-last_on"], name="left_out_last_on"),)

    def __str__(self) -> str:
        return f"{self.row} of {self.what}"


def name_and_id(record: models.Model) -> str:
    """Return what people read for a record: its name, if it has one, and its id."""
    name, key = str(record), str(record.pk)
    return key if name == key else f"{name} ({key})"


M_co = TypeVar("M_co", bound="VersionedModel", covariant=True)


class Unchanged(Enum):
    """The value of a field that a command leaves unchanged, where None is a value of its own."""

    UNCHANGED = auto()


UNCHANGED: Final = Unchanged.UNCHANGED


R_co = TypeVar("R_co", bound=models.Model, covariant=True)


class RefusingQuerySet(models.QuerySet[R_co]):
    """Reads of records. A model sets its own refusal as `not_found`."""

    def get_or_refuse(self, pk: Any) -> R_co:
        """Return the record, or raise the model's own refusal."""
        found = next(iter(self.filter(pk=pk)), None)  # without the ORDER BY of `first`
        if found is None:
            model: Any = self.model
            raise model.not_found(f"No {model._meta.verbose_name} {pk}.")
        return found


class VersionedQuerySet(RefusingQuerySet[M_co]):
    """Reads of versioned records."""

    def locked(self, pk: Any, expected_version: int | None = None) -> M_co:
        """Return the record, locked until the transaction ends.

        :raises NotFound: no such record (the model's own refusal).
        :raises VersionConflict: the record is at another version than the expected.
        """
        record = self.select_for_update(of=("self",)).get_or_refuse(pk)
        record.refuse_other_than(expected_version)
        return record


class VersionedModel(models.Model):
    """A record with `created_on`, `updated_on` and a `version`; each change raises it by one."""

    not_found: ClassVar[type[NotFound]] = NotFound

    created_on = models.DateTimeField(default=timezone.now, editable=False)
    updated_on = models.DateTimeField(default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True

    def refuse_other_than(self, expected_version: int | None) -> None:
        """Refuse to change the record if it is at another version; None: at any.

        :raises VersionConflict: the record changed since the caller read it.
        """
        if expected_version is not None and self.version != expected_version:
            raise VersionConflict(
                f"The {self._meta.verbose_name} is at version {self.version}, "
                f"not {expected_version}."
            )

    def store(self, **changes: Any) -> Self:
        """Set these fields and save the next version; the caller holds the lock."""
        self.change(**changes)
        self.save(update_fields=[*changes, "version", "updated_on"])
        return self

    def change(self, **changes: Any) -> None:
        """Set these fields and the next version; the caller saves them."""
        for name, value in changes.items():
            setattr(self, name, value)
        self.version += 1
        self.updated_on = timezone.now()

    def store_differing(self, **wanted: Any) -> Self:
        """Store the fields that differ, if any; None leaves a field unchanged."""
        changes = self.differing(**wanted)
        return self.store(**changes) if changes else self

    def differing(self, **wanted: Any) -> dict[str, Any]:
        """Return the fields that differ; None leaves a field unchanged."""
        given = {name: value for name, value in wanted.items() if value is not None}
        return {name: value for name, value in given.items() if not self.holds(name, value)}

    def holds(self, name: str, value: Any) -> bool:
        return bool(getattr(self, name) == value)


R = TypeVar("R", bound=models.Model)

_INSERT = 'INSERT INTO "{table}" ({columns}) VALUES ({places}) ON CONFLICT DO NOTHING'


class IdTaken(Conflict):
    """There is already a record with this id and other data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Generic[R]):
    """The record, and whether it is new."""

    record: R
    is_new: bool


def insert_new(record: models.Model) -> bool:
    """Insert the record unless a unique key of it is taken; return whether it was inserted.

    It waits until a concurrent insert of the same key commits or rolls back. The savepoint (two
    more statements) keeps the caller's transaction usable.
    """
    try:
        with transaction.atomic():
            record.save(force_insert=True)
    except IntegrityError as error:
        if isinstance(error.__cause__, UniqueViolation):
            return False
        raise
    return True


def insert_unknown(record: models.Model) -> bool:
    """Do as `insert_new`, in one statement in place of three, for a hot path.

    Not for tables with a trigger that writes before an insert: it would also where the key is
    taken. All values are given: what the database would set by itself is not read.
    """
    meta = type(record)._meta
    fields = meta.concrete_fields
    text = _INSERT.format(
        table=meta.db_table,
        columns=", ".join(f'"{field.column}"' for field in fields),
        places=", ".join(["%s"] * len(fields)),
    )
    values = [field.get_db_prep_save(field.pre_save(record, True), connection) for field in fields]
    is_inserted = bool(run_statement(text, values))
    record._state.adding = not is_inserted  # noqa: SLF001 (documented)
    return is_inserted


def create_once(record: R, *data: str) -> Creation[R]:
    """Insert the record, or return the stored one, if it has the same `data` (fields).

    :raises IdTaken: the stored one has other data.
    """
    if insert_new(record):
        return Creation(record=record, is_new=True)
    known = type(record)._default_manager.filter(pk=record.pk).first()
    if known is None or not all(_holds(known, name, getattr(record, name)) for name in data):
        raise IdTaken
    return Creation(record=known, is_new=False)


def _holds(known: models.Model, name: str, value: object) -> bool:
    if isinstance(known, VersionedModel):
        return known.holds(name, value)
    return bool(getattr(known, name) == value)
