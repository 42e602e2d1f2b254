"""What start numbers are made of: digits, or letters too."""

import re
from enum import StrEnum
from string import ascii_uppercase, digits

MOST_DIGITS = 9
_PATTERNS = {
    "Digits": re.compile(r"[0-9]+"),
    "LettersAndDigits": re.compile(
        r"[A-Za-z]{1,3}-?[0-9]+(?![A-Za-z0-9])|[0-9]+-?[A-Za-z]{1,3}(?![A-Za-z0-9])|[0-9]+"
    ),
}


class NumberFormat(StrEnum):
    """`LettersAndDigits`: up to three letters before or after the digits belong to the number."""

    DIGITS = "Digits"
    LETTERS_AND_DIGITS = "LettersAndDigits"

    @property
    def characters(self) -> str:
        """Return what numbers are made of, in the order of a look's columns."""
        return digits if self is NumberFormat.DIGITS else digits + ascii_uppercase

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of a number in a text; its letters are in either case."""
        return _PATTERNS[self.value]

    def takes(self, text: str) -> bool:
        """Return whether all of a text is a number, and not a longer one than any."""
        return self.pattern.fullmatch(text) is not None and len(digits_of(text)) <= MOST_DIGITS


def digits_of(number: str) -> str:
    """Return the digits of a number, without its letters."""
    return number.strip(ascii_uppercase)
