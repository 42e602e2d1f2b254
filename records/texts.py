"""Texts as they are stored and compared: one form of a letter, nothing unseen at the ends."""

import re
import unicodedata
from typing import Any

# Zero-width characters, soft hyphens and marks of direction; `\s` has the white space.
_UNSEEN = r"\s\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
_ENDS = re.compile(rf"^[{_UNSEEN}]+|[{_UNSEEN}]+$")


def composed(text: str) -> str:
    """Return the text with composed letters (Unicode's NFC): `ä` is one character."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def clean(text: str) -> str:
    """Return the text composed, without white space and zero-width characters at its ends."""
    return _ENDS.sub("", composed(text))


def composed_values(value: Any) -> Any:
    """Return JSON with every text in it composed; keys stay as they are."""
    match value:
        case str():
            return composed(value)
        case dict():
            return {key: composed_values(each) for key, each in value.items()}
        case list():
            return [composed_values(each) for each in value]
    return value
