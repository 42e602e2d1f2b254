"""Exports of lists: a long job that writes what a list shows to files, and its end."""

import csv
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model

from foundation.exports.models import Export, ExportFormat
from foundation.exports.rows import Cell, ListNotExported, ListPart, columns_of, read_part
from foundation.messaging import jobs
from foundation.messaging.jobs import JobKind
from foundation.records.audit import Actor, record_deed
from foundation.records.formats import guid_or_none, in_csv, in_xml
from foundation.records.refusals import Conflict
from foundation.records.texts import UNFORESEEN
from foundation.staff.display import has_pages

# Workbooks of XLSX with one sheet, whose rows are written in parts (ECMA-376, SpreadsheetML).
#
# A million rows take openpyxl over a minute of processor, all at once: too long for a worker. So
# each portion of an export writes its rows as they stand in the sheet, and the end only joins and
# compresses them.

MOST_ROWS = 1_048_575  # of a sheet, beside that of the titles
MOST_LETTERS = 32_767  # of a cell

_SCHEMAS = "http://schemas.openxmlformats.org"
_OFFICE = f"{_SCHEMAS}/officeDocument/2006/relationships"
_MAIN = f"{_SCHEMAS}/spreadsheetml/2006/main"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FILES = {
    "[Content_Types].xml": f'<Types xmlns="{_SCHEMAS}/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/sheet.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="sheet.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="Export" sheetId="1" r:id="r1"/></sheets></workbook>',
}


def row_of(cells: Iterable[str | float | Decimal]) -> str:
    """Return a row of a sheet; texts are cut to `MOST_LETTERS`."""
    return f"<row>{''.join(map(_cell, cells))}</row>\n"


def write_workbook(path: Path, titles: Sequence[str], parts: Iterable[Path]) -> None:
    """Write a workbook of a row of titles, and of parts of rows by `row_of`."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as book:
        for name, content in _FILES.items():
            book.writestr(name, _XML + content)
        with book.open("xl/sheet.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>{row_of(titles)}'.encode())
            for each in parts:
                with each.open("rb") as part:
                    shutil.copyfileobj(part, sheet)
            sheet.write(b"</sheetData></worksheet>")


def _cell(value: str | float | Decimal) -> str:
    if isinstance(value, Decimal):
        return f"<c><v>{value:f}</v></c>"
    if not isinstance(value, str):
        return f"<c><v>{value}</v></c>"
    text = escape(in_xml(value[:MOST_LETTERS]))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>' if text else "<c/>"


# The files of exports: parts while the rows are read, then joined to one file.
#
# A folder an export. Each part has a name of its own, so that a process which lost its claim on the
# job writes beside the others: the job's row lists the parts that count. The folder is on a volume
# that workers and web processes share.


def folder_of(export_id: UUID) -> Path:
    return Path(settings.EXPORT_FOLDER) / str(export_id)


def file_of(export: Export) -> Path:
    """Return the path of the finished file."""
    return folder_of(export.pk) / f"export.{export.format}"


def write_part(export: Export, rows: Iterable[Sequence[Cell]]) -> str:
    """Write rows to a part of their own, as they stand in the file; return the part's name.

    The first makes the folder. A later one does not: the export may have been deleted meanwhile.
    """
    name = f"{uuid4()}.part"
    folder = folder_of(export.pk)
    if export.position is None:  # names and addresses in it are not for the host's others
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / name).open("w", encoding="utf-8", newline="") as part:
        if export.format == ExportFormat.XLSX:
            part.writelines(map(row_of, rows))
        else:
            csv.writer(part).writerows(map(in_csv, row) for row in rows)
    return name


def write_file(export: Export, names: Iterable[str]) -> None:
    """Write the titles and all parts to the file, and remove the parts."""
    folder = folder_of(export.pk)
    unfinished = folder / f"{uuid4()}.unfinished"
    parts = (folder / name for name in names)
    if export.format == ExportFormat.XLSX:
        write_workbook(unfinished, export.columns, parts)
    else:
        _write_csv(unfinished, export.columns, parts)
    unfinished.replace(file_of(export))
    for part in folder.glob("*.part"):
        part.unlink(missing_ok=True)


def remove_files(export_ids: Iterable[UUID]) -> None:
    for export_id in export_ids:
        shutil.rmtree(folder_of(export_id), ignore_errors=True)


def _write_csv(path: Path, titles: Sequence[str], parts: Iterable[Path]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerow(titles)
    with path.open("ab") as file:
        for each in parts:
            with each.open("rb") as part:
                shutil.copyfileobj(part, file)


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
    jobs.wake(export)
    return export


@transaction.atomic
def cancel_export(export: Export, now: datetime, by: Actor) -> None:
    """End an export that is under way; what is written so far is removed."""
    if jobs.cancel(Export, export.pk, by.name, now):
        record_deed(by, CANCELLED, export)
        transaction.on_commit(lambda: remove_files([export.pk]))


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
            remove_files([job.pk])
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
        found = Path(settings.EXPORT_FOLDER).glob("*")
        folders = {guid for folder in found if (guid := guid_or_none(folder.name))}
        remove_files(folders.difference(Export.objects.values_list("pk", flat=True)))

    def _write(self, job: Export) -> bool:
        """Write the next part, or the file; return whether there is more to write."""
        position = job.position or {"after": None, "parts": [], "is_read": False}
        if position["is_read"]:
            write_file(job, position["parts"])
            return False
        rows, after = self._read(job, position["after"])
        if job.format == ExportFormat.XLSX and job.done + len(rows) > MOST_ROWS:
            rows, after, job.is_cut = rows[: MOST_ROWS - job.done], None, True
        parts = [*position["parts"], write_part(job, rows)]
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
        jobs.cancel(Export, export.pk, "an erasure", now)
    gone = list(Export.objects.values_list("pk", flat=True))
    Export.objects.filter(pk__in=gone).delete()
    transaction.on_commit(lambda: remove_files(gone))
    return len(gone)
