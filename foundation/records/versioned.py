"""Versioned records: system fields and optimistic locking."""

from enum import Enum, auto
from typing import Any, ClassVar, Final, Self, TypeVar

from django.db import models
from django.utils import timezone

from foundation.records.refusals import NotFound, VersionConflict

M_co = TypeVar("M_co", bound="VersionedModel", covariant=True)


class Unchanged(Enum):
    """The value of a field that a command leaves unchanged, where None is a value of its own."""

    UNCHANGED = auto()


UNCHANGED: Final = Unchanged.UNCHANGED


class VersionedQuerySet(models.QuerySet[M_co]):
    """Reads of versioned records. A model sets its own refusal as `not_found`."""

    def get_or_refuse(self, pk: Any) -> M_co:
        """Return the record, or raise the model's own refusal."""
        found = next(iter(self.filter(pk=pk)), None)  # without the ORDER BY of `first`
        if found is None:
            raise self.model.not_found(f"No {self.model._meta.verbose_name} {pk}.")
        return found

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
