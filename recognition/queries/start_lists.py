"""Numbers of an album's start list that begin as a person types."""

from dataclasses import dataclass
from datetime import datetime
from heapq import nsmallest

from recognition.models import Album
from recognition.providers.failures import ProcessingFailure
from recognition.providers.start_lists import names_of, start_list_of
from recognition.queries.photos.verdicts import natural

MOST_ENTRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class StartListEntry:
    """Who is expected; `name` is empty where the competitor service gives none."""

    number: str
    name: str = ""


def entries_beginning_with(album: Album, digits: str, now: datetime) -> list[StartListEntry]:
    """Return the shortest numbers that begin with these digits, leading zeros apart.

    None where there is no list, or it is not available now. May ask the competitor service.
    """
    try:
        numbers = start_list_of(album, now) or ()
    except ProcessingFailure:
        return []
    sought = digits.lstrip("0")
    fitting = {number for number in numbers if number.strip().lstrip("0").startswith(sought)}
    shown = nsmallest(MOST_ENTRIES, fitting, key=natural)
    names = names_of(album) if shown else {}
    return [StartListEntry(number=number, name=names.get(number, "")) for number in shown]
