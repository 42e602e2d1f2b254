"""Texts as they are stored and compared: one form of a letter, nothing unseen at the ends."""

import re
import sys
import unicodedata
from typing import Any

from django.contrib.postgres.search import SearchQuery

# White space, zero-width characters, soft hyphens and marks of direction.
_SPANS = ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x206F))
_UNSEEN = "".join(
    [
        *filter(str.isspace, map(chr, range(sys.maxunicode + 1))),
        *"\u00ad\u061c\u180e\ufeff",
        *(chr(code) for first, last in _SPANS for code in range(first, last + 1)),
    ]
)
MOST_COMPOSED = 20_000  # characters: a longer run of marks takes Unicode's algorithm too long


def composed(text: str) -> str:
    """Return the text with composed letters (Unicode's NFC): `ä` is one character.

    Longer texts stay as they are: no text that is compared has more than `MOST_COMPOSED`.
    """
    if text.isascii() or len(text) > MOST_COMPOSED:
        return text
    return unicodedata.normalize("NFC", text)


def clean(text: str) -> str:
    """Return the text composed, without white space and zero-width characters at its ends."""
    return composed(text).strip(_UNSEEN)


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


def words_begun(text: str) -> SearchQuery | None:
    """Return the query for words that begin with each word of a text, in any case; None: no word.

    It is for a `SearchVector` of the configuration `simple`.
    """
    words = re.findall(r"\w+", text)
    begun = " & ".join(f"{word}:*" for word in words)
    return SearchQuery(begun, search_type="raw", config="simple") if words else None
