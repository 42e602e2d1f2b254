"""Texts and numbers in files that people open with a spreadsheet."""

import re
from decimal import Decimal

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell = str | int | float | Decimal | None

_DAMAGED = "\ufffd"  # Unicode's sign for a character that is not text
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# ECMA-376, ST_Xstring: `_x0041_` is read as A, and `_x005F_` as the underscore.
_READ_AS_A_LETTER = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def as_text_cell(text: str) -> str:
    """Return the text for CSV, after an apostrophe where it would be calculated as a formula.

    After OWASP, CSV injection. A number is to be given as a number, which has none.
    """
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def in_csv(cell: Cell) -> Cell:
    """Return a cell of CSV: a text that is no formula, a decimal with all its digits."""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return as_text_cell(_NOT_IN_XML.sub(_DAMAGED, cell)) if isinstance(cell, str) else cell


def in_xml(text: str) -> str:
    """Return the text as XLSX holds it, where a text is never calculated."""
    return _READ_AS_A_LETTER.sub("_x005F_", _NOT_IN_XML.sub(_DAMAGED, text))
