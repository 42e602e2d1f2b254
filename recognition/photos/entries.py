"""Numbers of an album's start list that begin as a person types."""

from dataclasses import dataclass
from datetime import datetime
from heapq import nsmallest
from string import ascii_uppercase

from recognition.numbers.rules import NumbersNotAccepted, written_in
from recognition.numbers.start_lists import names_of, start_numbers_of
from recognition.photos.verdicts import natural
from recognition.providers.failures import ProcessingFailure
from recognition.records.albums import Album, NumberFormat

MOST_ENTRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class StartListEntry:
    """Who is expected; `name` is empty where the competitor service gives none."""

    number: str
    name: str = ""


def entries_beginning_with(album: Album, typed: str, now: datetime) -> list[StartListEntry]:
    """Return the shortest numbers that begin as typed, leading zeros apart.

    Letters before the digits may be left out. None where there is no list, or it is not available
    now. May ask the competitor service.

    :raises NumbersNotAccepted: letters were typed, and the album's numbers have none.
    """
    number_format = NumberFormat(album.number_format)
    if number_format is NumberFormat.DIGITS and not typed.isdecimal():
        raise NumbersNotAccepted(errors={"digits": "The album's numbers have no letters."})
    try:
        numbers = start_numbers_of(album, now) or ()
    except ProcessingFailure:
        return []
    rest = typed.upper().lstrip(ascii_uppercase)
    letters, rest = typed.upper().removesuffix(rest), rest.lstrip("0")
    fitting = {number for number in numbers if _fits(number, number_format, letters, rest)}
    shown = nsmallest(MOST_ENTRIES, fitting, key=natural)
    names = names_of(album) if shown else {}
    return [StartListEntry(number=number, name=names.get(number, "")) for number in shown]


def _fits(number: str, number_format: NumberFormat, letters: str, rest: str) -> bool:
    """Return whether a number begins with these letters and then, but for zeros, with the rest."""
    written = written_in(number, number_format)
    if written is None:
        return number.strip().lstrip("0").startswith(f"{letters}{rest}")
    if letters and written.before != letters and (rest or not written.before.startswith(letters)):
        return False
    return f"{written.digits.lstrip('0')}{written.after}".startswith(rest)
