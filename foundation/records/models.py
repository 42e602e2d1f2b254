"""The audit, which `foundation.records.audit` writes; and rows that failed, which `foundation.records.batches` writes."""

from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

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
