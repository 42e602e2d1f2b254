"""Results and verdicts in words for staff: which numbers a photo has, and why, or why not."""

from dataclasses import dataclass
from datetime import datetime
from heapq import nsmallest
from string import ascii_uppercase
from typing import Any

from foundation.records.texts import counted
from recognition.numbers.known_texts import KnownTextKind
from recognition.numbers.normalising import NumbersNotAccepted, written_in
from recognition.numbers.start_lists import names_of, start_numbers_of
from recognition.providers.failures import ProcessingFailure
from recognition.records.albums import Album, NumberFormat
from recognition.records.numbers import (
    FormerNumber,
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
)
from recognition.records.persons import CorrectedResult
from recognition.records.photos import Photo
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState
from recognition.records.strategies import recognises

MOST_SHOWN = 3  # rejected numbers that are explained

SOURCES = {
    NumberSource.PROVIDER: "read by the provider",
    NumberSource.MANUAL: "entered by hand",
    NumberSource.INFERRED: "inferred",
}
_REJECTIONS = {
    NumberRejection.NOT_A_NUMBER: "not a number",
    NumberRejection.TOO_LONG: "more than the album's {digits} digits",
    NumberRejection.NOT_IN_START_LIST: "not in the start list",
    NumberRejection.LOW_CONFIDENCE: "not sure enough for the album",
    NumberRejection.PARTLY_LEGIBLE: "only partly legible",
}
_NAMED = {
    KnownTextKind.YEAR: "it is the year of the album",
    KnownTextKind.DISTANCE: "it stands as “{words}”, a distance in the album's name",
    KnownTextKind.LENGTH: "it stands as “{words}”, with a unit beside it",
    KnownTextKind.NAME: "it stands as “{words}”, a part of the album's name",
}


def why_in_words(photo: Photo) -> str:
    """Return in one or a few sentences why the photo is where it is."""
    if photo.state == PhotoState.PROCESSED:
        return f"{results_in_words(photo)} {photo.reason_description}".rstrip()
    if is_under_way(photo):
        return "It is being processed, or is about to be."
    return photo.reason_description


def is_under_way(photo: Photo) -> bool:
    """Return whether a step is to be worked on, and nothing has failed or is awaited yet."""
    is_open = photo.state not in (PhotoState.PROCESSED, PhotoState.DELETED)
    planned = any(step.of(photo).next_attempt_on for step in STEPS)
    return is_open and planned and not photo.reason_description


def results_in_words(photo: Photo) -> str:
    """Return which numbers and how many persons a processed photo has, or why it has no number."""
    persons = (
        "No face was found." if recognises(photo.album, FACES) else "Faces are not recognised."
    )
    if count := len(photo.persons.all()):
        persons = f"{counted(count, 'person')}."
    return f"{_numbers(photo)} {persons}"


def natural(number: str) -> tuple[int, str]:
    """Return the sort key of a start number: 59 comes before 1217."""
    return len(number), number


def verdict_in_words(number: PhotoNumber | SuggestedNumber, digits: int) -> str:
    """Return in words whether a number was accepted, and why or why not.

    :param digits: how many a number of the album may have.
    """
    verdict = "rejected" if number.rejection else "accepted"
    reason = explanation_of(number) if isinstance(number, PhotoNumber) else ""
    if not reason and number.rejection:
        reason = rejection_in_words(number, digits)
        is_partial = number.rejection == NumberRejection.PARTLY_LEGIBLE
        is_typed = isinstance(number, PhotoNumber) and number.source == NumberSource.MANUAL
        if is_typed and not is_partial:
            reason = f"{reason}, but a tagger is sure of it"
    return f"{verdict}: {reason}" if reason else verdict


def rejection_in_words(number: PhotoNumber | SuggestedNumber | FormerNumber, digits: int) -> str:
    """Return why a number was rejected; `digits`: how many a number of the album may have now."""
    rejection = NumberRejection(number.rejection)
    if rejection is NumberRejection.TOO_LONG and sum(map(str.isdecimal, number.value)) <= digits:
        return "more digits than the album's numbers had then"  # or have, once it is judged again
    return _REJECTIONS[rejection].format(digits=digits)


def explanation_of(number: PhotoNumber | FormerNumber) -> str:
    """Return the reason for the verdict, if it is not the reading alone; otherwise empty."""
    facts = number.evidence
    if facts is None:
        return ""
    if number.basis == NumberBasis.PARTIAL:
        return f"read as {facts['readAs']}: {number.value} alone on the start list fits"
    return _inferred(facts) if number.source == NumberSource.INFERRED else _judged(number, facts)


def _inferred(facts: dict[str, Any]) -> str:
    apart = f"{facts['seconds']:.0f} s apart"
    return f"hidden here, but read on photo {facts['photoId']} of the same person, {apart}"


def _judged(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    match number.basis:
        case NumberBasis.CONTEXT:
            if named := facts.get("named"):
                why = _NAMED[KnownTextKind(named["kind"])].format(words=named["words"])
                return f"no start number: {why}"
            text = facts["text"]
            where = "at the same place" if text["samePlace"] else f"as part of “{text['words']}”"
            many = f"{text['photos']} photos of the album or more"
            return f"no start number: it stands {where} on {many}"
        case NumberBasis.SAME_PERSON:
            found = f"photo {facts['photoId']} of the same person has {number.value} too"
            sure = _sure(number.confidence)
            return f"{_read_as(number, facts)} with confidence {sure}, but {found}"
        case NumberBasis.AMBIGUOUS:
            rivals = " or ".join(
                f"{value} ({confidence:.2f})"
                for value, confidence in facts["alternatives"]
                if confidence >= facts["minimum"]
            )
            return f"{_read_as(number, facts)}, may be {rivals}: none can be chosen"
        case NumberBasis.ALTERNATIVE:
            return _alternative(number, facts)
    is_weak = number.rejection == NumberRejection.LOW_CONFIDENCE
    return _below(number, facts) if is_weak else _by_digits(number, facts)


def _by_digits(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    """Return that the letters of a number come from the start list, if they do."""
    read, value = facts["readAs"], number.value
    if number.rejection or value.isdecimal() or not "".join(read.split()).isdecimal():
        return ""
    return f"read as {read}: {value} alone has these digits on the start list"


def facts_of(number: PhotoNumber | FormerNumber) -> dict[str, Any]:
    """Return what the verdict rests on as it is sent: `basis`, and what the provider read."""
    facts = number.evidence or {}
    read = {
        "basis": number.basis,
        "readAs": facts.get("readAs"),
        "alternatives": [
            {"value": value, "confidence": confidence}
            for value, confidence in facts.get("alternatives", ())
        ],
        "minimumConfidence": facts.get("minimum"),
        "samePersonOn": facts.get("photoId"),
        "secondsApart": facts.get("seconds"),
        "text": facts.get("text"),
        "named": facts.get("named"),
    }
    return {name: fact for name, fact in read.items() if fact}


def _alternative(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    read, value = _read_as(number, facts), number.value
    kind = "on the start list" if facts["listed"] else "that is a number"
    if number.rejection:
        below = _below(number, facts)
        return f"{read}; {value} is the best alternative {kind}, but its {below}"
    only = "only" if len(facts["alternatives"]) == 1 else "only sure"
    sure = _sure(number.confidence)
    return f"{read}, taken as {value}: the {only} alternative {kind}, confidence {sure}"


def _below(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    return f"confidence {_sure(number.confidence)} is below the album's {facts['minimum']:.2f}"


def _read_as(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    return "read" if facts["value"] == number.value else f"read as {facts['readAs']}"


def _sure(confidence: float | None) -> str:
    return "unknown" if confidence is None else f"{confidence:.2f}"


def _correction(photo: Photo) -> str:
    """Return who corrected the numbers last, and why; not all are by staff."""
    of_numbers = [
        each for each in photo.corrections.all() if each.result == CorrectedResult.NUMBERS
    ]
    if not of_numbers:
        return "corrected by staff"
    last = max(of_numbers, key=lambda each: each.pk)
    why = f": {last.reason.rstrip('.')}" if last.reason else ""
    return f"corrected by {last.corrected_by or 'staff'}{why}"


def _numbers(photo: Photo) -> str:
    numbers = sorted(photo.numbers.all(), key=lambda number: natural(number.value))
    accepted = [number.value for number in numbers if not number.rejection]
    rejected = [number for number in numbers if number.rejection]
    if accepted:
        more = f", {len(rejected)} rejected" if rejected else ""
        return f"Numbers: {', '.join(accepted)}{more}."
    if photo.numbers_corrected_on:
        return f"No number: {_correction(photo)}."
    if rejected:
        digits, others = photo.album.start_number_capacity, len(rejected) - MOST_SHOWN
        why = [f"“{each.value}” {verdict_in_words(each, digits)}" for each in rejected[:MOST_SHOWN]]
        return (
            f"No number: {'; '.join([*why, *([f'{others} more rejected'] if others > 0 else [])])}."
        )
    if not recognises(photo.album, NUMBERS):
        return "The album's strategy reads no numbers."
    return "No number: none was read on the photo."


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
