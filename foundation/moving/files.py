"""The files of a folder: JSON Lines or CSV, each plain or gzip, read line by line and written.

However long a line or damaged a file is, no more than `MAX_LINE` bytes of it are in memory.
"""

import csv
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from foundation.moving.kinds import RowProblem
from foundation.records.formats import StrictDecoder

MAX_LINE = 4_000_000  # bytes: a callback that we accept has 2.5 million at most
FORMATS = (".jsonl", ".csv")
BOM = b"\xef\xbb\xbf"
_STRICT = StrictDecoder()
_GZIP = (EOFError, gzip.BadGzipFile, zlib.error)


@dataclass(slots=True)
class FileLine:
    """A line of a file by its number: its data, or what is wrong with it.

    `note`: what was read although it is unusual.
    """

    number: int
    data: Mapping[str, Any] | None = None
    problem: RowProblem | None = None
    note: str = ""


TextOfLine = tuple[int, str, FileLine | None]  # its number, its text, and what is to be said of it


class Broken(Exception):
    """The rest of a file cannot be read."""

    def __init__(self, line: int, says: str, cure: str) -> None:
        super().__init__(says)
        self.line, self.problem = line, RowProblem(says=says, cure=cure)


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each file of data with its kind's name: `photos` of photos.jsonl.gz."""
    for path in sorted(folder.iterdir()):
        plain = path.name.removesuffix(".gz")
        for ending in FORMATS:
            if path.is_file() and plain.endswith(ending):
                yield plain.removesuffix(ending), path


def is_csv(path: Path) -> bool:
    return path.name.removesuffix(".gz").endswith(".csv")


def lines_of(path: Path, after: int = 0) -> Iterator[FileLine]:
    """Yield the lines of a file that have data, behind the line of this number.

    :raises Broken: the rest of the file cannot be read.
    """
    is_packed = path.name.endswith(".gz")
    with gzip.open(path) if is_packed else path.open("rb") as file:
        lines = _csv_lines(_texts(file)) if is_csv(path) else json_lines(file, after)
        yield from (line for line in lines if line.number > after)


def json_lines(file: IO[bytes] | gzip.GzipFile, after: int = 0) -> Iterator[FileLine]:
    """Yield the lines of JSON Lines that have data, behind the line of this number."""
    for number, text, said in _texts(file):
        if number <= after:
            continue
        if said is not None:
            yield said
            if said.problem:
                continue
        if text.strip():
            yield _json_line(number, text)


def _texts(file: IO[bytes] | gzip.GzipFile) -> Iterator[TextOfLine]:
    """Yield the number and text of each line, and a line where there is something to say."""
    number = 0
    while True:
        number += 1
        try:
            raw = file.readline(MAX_LINE + 1)
            if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
                while (more := file.readline(MAX_LINE)) and not more.endswith(b"\n"):
                    pass
        except _GZIP as error:
            says = f"The gzip file ends early or is damaged ({error})"
            raise Broken(number, says, "Compress or copy the file again.") from None
        if not raw:
            return
        yield _text(number, raw)


def _text(number: int, raw: bytes) -> TextOfLine:
    if len(raw) > MAX_LINE:
        says = f"The line has more than {MAX_LINE:,} bytes"
        problem = RowProblem(says=says, cure="Write one record a line; leave out pictures.")
        return number, "", FileLine(number, problem=problem)
    note = ""
    if number == 1 and raw.startswith(BOM):
        raw, note = raw[len(BOM) :], "The file begins with a BOM, which is ignored"
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        says = f"Byte {error.start + 1} of the line is not UTF-8"
        cure = "Save the file in UTF-8, as by: iconv -f CP1252 -t UTF-8."
        return number, "", FileLine(number, problem=RowProblem(says=says, cure=cure))
    if text.endswith("\r\n") and number == 1:
        note = "; ".join(filter(None, (note, "The lines end with CR LF, which is read as LF")))
    return number, text, FileLine(number, note=note) if note else None


def _json_line(number: int, text: str) -> FileLine:
    try:
        data = _STRICT.decode(text.strip())
    except json.JSONDecodeError as error:
        says = f"The line is not JSON: {error.msg.rstrip('.')}, at character {error.colno}"
        return FileLine(number, problem=RowProblem(says=says, cure="Write one object a line."))
    if not isinstance(data, dict):
        cure = 'Write one object a line: {"albumId": "…"}.'
        return FileLine(number, problem=RowProblem(says="The line is no object", cure=cure))
    return FileLine(number, data=data)


def _csv_lines(texts: Iterable[TextOfLine]) -> Iterator[FileLine]:
    """Yield the rows of a table by the number of their last line."""
    said: list[FileLine] = []

    def plain() -> Iterator[str]:
        for _, text, line in texts:
            if line is not None:
                said.append(line)
            yield text

    cells = plain()
    usual = csv.field_size_limit(MAX_LINE)  # of the whole process, in which other files are read
    try:
        names, delimiter = _header(next(cells, ""))
        rows = csv.reader(cells, delimiter=delimiter, strict=True)
        while (row := _next(rows)) is not None:
            found, said[:] = list(said), []
            yield from found
            if row and not any(line.problem for line in found):
                yield _csv_row(rows.line_num + 1, names, row)
    finally:
        csv.field_size_limit(usual)
    yield from said


def _header(text: str) -> tuple[list[str], str]:
    """Return the names of a table's columns, and what stands between them."""
    delimiter = max(",;\t", key=text.count)
    names = [name.strip() for name in next(csv.reader([text], delimiter=delimiter), [])]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise Broken(1, f"The column {twice[0]} stands twice", "Leave one of them out.")
    return names, delimiter


def _next(rows: Any) -> list[str] | None:
    try:
        return next(rows, None)
    except csv.Error as error:
        number = rows.line_num + 1
        raise Broken(number, f"The row is no CSV: {error}", 'Quote cells by ".') from None


def _csv_row(number: int, names: list[str], row: list[str]) -> FileLine:
    if len(row) != len(names):
        says = f"The row has {len(row)} cells, the table {len(names)} columns"
        cure = "Quote cells that have a comma or a line's end."
        return FileLine(number, problem=RowProblem(says=says, cure=cure))
    if any("\0" in cell for cell in row):
        cure = "Remove it at its source."
        return FileLine(number, problem=RowProblem(says="A cell has a NUL", cure=cure))
    return FileLine(number, data=dict(zip(names, row, strict=True)))


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write JSON Lines to a file, whole or not at all, its owner's alone; return how many."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.touch(mode=0o600)
    count = 0
    with unfinished.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, separators=(", ", ": ")) + "\n")
            count += 1
    unfinished.replace(path)
    return count
