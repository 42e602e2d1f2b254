"""Workbooks of XLSX with one sheet, whose rows are written in parts (ECMA-376, SpreadsheetML).

A million rows take openpyxl over a minute of processor, all at once: too long for a worker. So each
portion of an export writes its rows as they stand in the sheet, and the end only joins and
compresses them.
"""

import shutil
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from foundation.records.spreadsheets import in_xml

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
