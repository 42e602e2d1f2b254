"""Exports of lists: a long job that writes what a list shows to a file, and its end."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model

from foundation.exports import files
from foundation.exports.models import Export, ExportFormat
from foundation.exports.rows import Cell, ListNotExported, ListPart, columns_of, read_part
from foundation.exports.workbooks import MOST_ROWS
from foundation.messaging.jobs import running
from foundation.messaging.jobs.kinds import JobKind
from foundation.records.audit import Actor, record_deed
from foundation.records.guids import guid_or_none
from foundation.records.plain_words import UNFORESEEN
from foundation.records.refusals import Conflict
from foundation.staff.links import has_pages

EXPORTED, CANCELLED = "Exported", "Cancelled"
# A portion takes so long; then it is stored, and a cancelled export stops.
PORTION_SECONDS = 1.0
UNFINISHED_MOST = 3  # of a user


class TooManyExports(Conflict):
    """The user has several exports that are not finished: wait for them, or cancel one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartExportCommand:
    """Write what a user's list shows, by the filters of its address, to a file."""

    export_id: UUID
    model_label: str
    filters: str
    format: ExportFormat
    user: User
    now: datetime
    by: Actor | None = None


@transaction.atomic
def start_export(command: StartExportCommand) -> Export:
    """Start an export; a worker does it.

    :raises ListNotExported: the user may not see the list, or its address cannot be read.
    :raises TooManyExports: the user has too many that are not finished.
    """
    model = model_of(command.model_label)
    columns = columns_of(model, command.user, command.filters)
    user = User.objects.select_for_update().get(pk=command.user.pk)
    started = Export.objects.unfinished().filter(started_by=user.username)
    if started.count() >= UNFINISHED_MOST:
        raise TooManyExports(
            "You have several exports that are not finished. Wait for one of them."
        )
    export = Export.objects.create(
        pk=command.export_id,
        model_label=model._meta.label,
        title=str(model._meta.verbose_name_plural),
        filters=command.filters,
        format=command.format,
        columns=columns,
        started_by=user.username,
        created_on=command.now,
    )
    shown = {"list": (None, export.title), "filters": (None, export.filters)}
    record_deed(command.by, EXPORTED, export, {**shown, "format": (None, export.format)})
    running.wake(export)
    return export


@transaction.atomic
def cancel_export(export: Export, now: datetime, by: Actor) -> None:
    """End an export that is under way; what is written so far is removed."""
    if running.cancel(Export, export.pk, by.name, now):
        record_deed(by, CANCELLED, export)
        transaction.on_commit(lambda: files.remove([export.pk]))


def model_of(label: str) -> type[Model]:
    """Return the model of a list.

    :raises ListNotExported: there is no such model.
    """
    try:
        model = apps.get_model(label)
    except (LookupError, ValueError):
        model = None
    if model is None or not has_pages(model):
        raise ListNotExported("There is no such list.")
    return model


class Exports(JobKind[Export]):
    """Reads rows in the order of their keys, so that each portion costs the same."""

    model = Export
    columns = ("is_cut",)

    def portion(self, job: Export, now: datetime) -> bool:
        """Write rows to a part until the time is over; after the last one write the file.

        An erasure or staff may have ended the export meanwhile, and removed its files too early.
        """
        has_more = self._write(job)
        if not Export.objects.unfinished().filter(pk=job.pk).exists():
            files.remove([job.pk])
        return has_more

    def lease(self) -> timedelta:
        """Return longer than a workbook of a million rows takes to write."""
        return timedelta(minutes=15)

    def keep(self) -> timedelta:
        keep: timedelta = settings.EXPORTS_KEEP
        return keep

    def prune(self, now: datetime) -> None:
        """Delete old exports, and folders of which there is no export any more."""
        super().prune(now)
        folders = {guid for name in files.list_folders() if (guid := guid_or_none(name))}
        files.remove(folders.difference(Export.objects.values_list("pk", flat=True)))

    def _write(self, job: Export) -> bool:
        """Write the next part, or the file; return whether there is more to write."""
        position = job.position or {"after": None, "parts": [], "is_read": False}
        if position["is_read"]:
            files.write_file(job, position["parts"])
            return False
        rows, after = self._read(job, position["after"])
        if job.format == ExportFormat.XLSX and job.done + len(rows) > MOST_ROWS:
            rows, after, job.is_cut = rows[: MOST_ROWS - job.done], None, True
        parts = [*position["parts"], files.write_part(job, rows)]
        job.position = {"after": after, "parts": parts, "is_read": after is None}
        job.done += len(rows)
        return True

    def _read(self, job: Export, after: str | None) -> tuple[list[Sequence[Cell]], str | None]:
        """Read the next rows; return them, and the key to go on after."""
        user = User.objects.get(username=job.started_by, is_active=True)
        model, until = model_of(job.model_label), time.monotonic() + PORTION_SECONDS
        rows: list[Sequence[Cell]] = []
        while True:
            part = read_part(model, user, job.filters, after)
            rows += self._cells(job, part)
            after = part.last
            if after is None or time.monotonic() > until:
                return rows, after

    def _cells(self, job: Export, part: ListPart) -> list[Sequence[Cell]]:
        """Return the rows' cells; of a row that cannot be read its id, and why, in their place."""
        found: dict[Any, Sequence[Cell]] = {}

        def read(some: Sequence[Model]) -> None:
            found.update({record.pk: part.cells_of(record) for record in some})

        by_key = {record.pk: record for record in part.records}
        self.do_rows(job, list(by_key), lambda some: read([by_key[key] for key in some]))
        return [found.get(key, (f"{key}: {UNFORESEEN}",)) for key in by_key]


@transaction.atomic
def discard_exports(now: datetime) -> int:
    """End and delete all exports with their files, as erasing a person asks; return how many."""
    for export in Export.objects.unfinished():
        running.cancel(Export, export.pk, "an erasure", now)
    gone = list(Export.objects.values_list("pk", flat=True))
    Export.objects.filter(pk__in=gone).delete()
    transaction.on_commit(lambda: files.remove(gone))
    return len(gone)
