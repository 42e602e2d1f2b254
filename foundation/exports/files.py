"""The files of exports: parts while the rows are read, then joined to one file.

A folder an export. Each part has a name of its own, so that a process which lost its claim on the
job writes beside the others: the job's row lists the parts that count. The folder is on a volume
that workers and web processes share.
"""

import csv
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings

from foundation.exports.models import Export, ExportFormat
from foundation.exports.rows import Cell
from foundation.exports.workbooks import row_of, write_workbook
from foundation.records.spreadsheets import in_csv


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
    if export.position is None:
        _make_folder(folder_of(export.pk))
    with (folder_of(export.pk) / name).open("w", encoding="utf-8", newline="") as part:
        if export.format == ExportFormat.XLSX:
            part.writelines(map(row_of, rows))
        else:
            csv.writer(part).writerows(map(in_csv, row) for row in rows)
    return name


def _make_folder(folder: Path) -> None:
    """Make the folder of an export; names and addresses in it are not for the host's others."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


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


def remove(export_ids: Iterable[UUID]) -> None:
    for export_id in export_ids:
        shutil.rmtree(folder_of(export_id), ignore_errors=True)


def list_folders() -> Iterator[str]:
    """Yield the ids of the exports that have a folder."""
    folder = Path(settings.EXPORT_FOLDER)
    yield from (each.name for each in folder.iterdir()) if folder.is_dir() else ()


def _write_csv(path: Path, titles: Sequence[str], parts: Iterable[Path]) -> None:
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerow(titles)
    with path.open("ab") as file:
        for each in parts:
            with each.open("rb") as part:
                shutil.copyfileobj(part, file)
