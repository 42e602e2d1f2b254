"""Texts in files that people open with a spreadsheet."""

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")


def as_text_cell(text: str) -> str:
    """Return the text, after an apostrophe where a spreadsheet would read it as a formula.

    After OWASP, CSV injection.
    """
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text
