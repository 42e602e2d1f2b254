"""Texts as they are stored and compared; counts, moments and errors in words for people."""

import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.contrib.postgres.search import SearchQuery

from foundation.records.refusals import Refusal

# White space, zero-width characters, soft hyphens and marks of direction.
_SPANS = ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2064), (0x2066, 0x206F))
_LAST_SPACE = 0x3000  # Unicode's ideographic one
_UNSEEN = "".join(
    [
        *filter(str.isspace, map(chr, range(_LAST_SPACE + 1))),
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


# Words for people: counts, moments, and errors.
#
# Errors are what failed on the network, refusals, and faults of ours. An error is known by the
# names of the classes of its chain; in a text of another service, by names that stand in it.

UNFORESEEN = "Something unforeseen failed in this program; its log has the details."

# What follows the name of the other side, and the names of the errors that mean it; first match.
_FAILURES = {
    "has a name that could not be resolved": "NameResolutionError gaierror DNSError",
    "has no secure connection (TLS) that can be trusted": "SSLError SSLCert CertificateError",
    "refused the connection": "ConnectionRefused refused",
    "did not answer in time": "Timeout TimedOut timed",
    "broke off the connection": "ConnectionReset ConnectionAborted ConnectionClosed BrokenPipe "
    "Disconnected ProtocolError IncompleteRead ChunkedEncodingError ContentDecodingError "
    "PayloadError BadStatusLine ConnectionForced",
    "cannot be reached": "ConnectionError ConnectorError OSError MaxRetryError HTTPError "
    "ClientError BotoCoreError SMTP RequestException",
}
_FAILURES_BY_NAMES = {
    re.compile("|".join(names.split())): words for words, names in _FAILURES.items()
}
_CLASS = r"\b(?:[A-Z]\w+(?:Error|Timeout|Exception|Disconnected)|SMTP[A-Z]\w+)\b"
_IN_BRACKETS = re.compile(rf"(does not answer)? \(({_CLASS})\)")
_QUOTED = re.compile(r"([^{<]+): ((?:\{|<[!/a-zA-Z]).*)", re.DOTALL)  # an answer as it came
_AND_ITS_TEXT = re.compile(rf"{_CLASS}.*", re.DOTALL)
_PLURAL_Y = re.compile("(?<![aeiou])y$")  # an activity, several activities


def amount(count: int, most: int | None = None) -> str:
    """Return a count as text; counting may have stopped after `most`."""
    return f"more than {most:,}" if most is not None and count > most else f"{count:,}"


def counted(count: int, what: str, most: int | None = None) -> str:
    """Return how many there are: `1 photo`, `1,234 photos`; `most` is that of `amount`."""
    return f"{amount(count, most)} {what if count == 1 else _PLURAL_Y.sub('ie', what) + 's'}"


def in_utc(when: datetime | None) -> str:
    """Return a moment to the second; a dash for none. Pages show it in the reader's zone."""
    return f"{when:%Y-%m-%d %H:%M:%S} UTC" if when else "–"


def no_answer(who: str, error: BaseException) -> str:
    """Return a sentence on why `who` gave no usable answer: `The number provider refused …`."""
    return f"{who} {_words(' '.join(_names(error)))}."


def reason_of(error: BaseException) -> str:
    """Return why something failed: a refusal's sentence; else it is a fault of ours."""
    return error.detail if isinstance(error, Refusal) else UNFORESEEN


def words_of_answer(answer: str) -> str:
    """Return the words of an answer: of problem details their sentence, of HTML none."""
    try:
        body = json.loads(answer)
    except (ValueError, RecursionError):
        return "" if answer.lstrip().startswith("<") else " ".join(answer.split())
    given = body if isinstance(body, dict) else {"detail": body}
    said = (given.get(name) for name in ("detail", "title", "message", "error"))
    return next((words for words in said if isinstance(words, str)), "")


def reworded(reason: str) -> str:
    """Return a reason that another service gives without names of errors, and without JSON."""
    if quoted := _QUOTED.fullmatch(reason):
        words = words_of_answer(quoted[2])
        return f"{quoted[1]}: {words}" if words else f"{quoted[1]}."
    text = _IN_BRACKETS.sub(lambda found: _words(found[2]) if found[1] else "", reason)
    found = _AND_ITS_TEXT.search(text)
    if found is None:
        return text
    before, words = text[: found.start()], _words(found[0], otherwise="")
    words = words or "failed"
    return f"{before}the other side {words}." if before else f"The other side {words}."


def _words(names: str, otherwise: str = "cannot be reached") -> str:
    found = (words for known, words in _FAILURES_BY_NAMES.items() if known.search(names))
    return next(found, otherwise)


def _names(error: BaseException | None) -> Iterator[str]:
    """Yield the names of an error's class and of those that caused it."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:
        seen.append(error)
        yield type(error).__name__
        inner = [error.__cause__, error.__context__, getattr(error, "reason", None), *error.args]
        error = next((each for each in inner if isinstance(each, BaseException)), None)
