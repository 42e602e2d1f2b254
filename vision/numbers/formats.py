"""What start numbers are made of: digits, or letters too."""

import re
from enum import StrEnum
from string import ascii_uppercase, digits

MOST_DIGITS = 9
# Letters that look like digits. Organisers avoid them, so beside another letter they are digits.
LOOK_ALIKES = {"0": "Oo", "1": "Il"}
_AS_DIGITS = str.maketrans("OI", "01")
_OTHER_LETTERS = re.compile(r"[A-Z]*[A-HJ-NP-Z]")
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

    def takes(self, text: str, *, longest: int = MOST_DIGITS) -> bool:
        """Return whether all of a text is a number of at most so many digits."""
        is_number = self.pattern.fullmatch(text) is not None
        return is_number and len(digits_of(text.upper())) <= longest


def without_look_alikes(number: str) -> str:
    """Return a number with digits for the letters that look like them: `SO374` is `S0374`.

    Where it has no other letter before its digits, `O374` stays: that may be its only letter.
    """
    found = _OTHER_LETTERS.match(number)
    letters = found[0] if found else ""
    if not letters and not number[:1].isdigit():
        return number
    return letters + number[len(letters) :].translate(_AS_DIGITS)


def digits_of(number: str) -> str:
    """Return the digits of a number, without its letters."""
    return number.strip(ascii_uppercase)
