"""What a verdict on a number rests on, in words for staff."""

from typing import Any

from recognition.models import (
    FormerNumber,
    NumberBasis,
    NumberRejection,
    PhotoNumber,
    SuggestedNumber,
)

_REJECTIONS = {
    NumberRejection.NOT_A_NUMBER: "not a number",
    NumberRejection.TOO_LONG: "more than the album's {digits} digits",
    NumberRejection.NOT_IN_START_LIST: "not in the start list",
    NumberRejection.LOW_CONFIDENCE: "not sure enough for the album",
}


def verdict_in_words(number: PhotoNumber | SuggestedNumber, digits: int) -> str:
    """Return in words whether a number was accepted, and why or why not.

    :param digits: how many a number of the album may have.
    """
    verdict = "rejected" if number.rejection else "accepted"
    reason = explanation_of(number) if isinstance(number, PhotoNumber) else ""
    if not reason and number.rejection:
        reason = _REJECTIONS[NumberRejection(number.rejection)].format(digits=digits)
    return f"{verdict}: {reason}" if reason else verdict


def explanation_of(number: PhotoNumber | FormerNumber) -> str:
    """Return the reason for the verdict, if it is not the reading alone; otherwise empty."""
    facts = number.evidence
    if facts is None:
        return ""
    match number.basis:
        case NumberBasis.CONTEXT:
            return _scenery(facts["text"])
        case NumberBasis.SAME_PERSON:
            return _same_person(number, facts)
        case NumberBasis.AMBIGUOUS:
            return f"{_read_as(number, facts)}, may be {_rivals(facts)}: none can be chosen"
        case NumberBasis.ALTERNATIVE:
            return _alternative(number, facts)
    return _below(number, facts) if number.rejection == NumberRejection.LOW_CONFIDENCE else ""


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
        "text": facts.get("text"),
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


def _same_person(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    read, sure = _read_as(number, facts), _sure(number.confidence)
    found = f"photo {facts['photoId']} of the same person has {number.value} too"
    return f"{read} with confidence {sure}, but {found}"


def _below(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    return f"confidence {_sure(number.confidence)} is below the album's {facts['minimum']:.2f}"


def _scenery(text: dict[str, Any]) -> str:
    where = "at the same place" if text["samePlace"] else f"as part of “{text['words']}”"
    return f"no start number: it stands {where} on {text['photos']} photos of the album or more"


def _read_as(number: PhotoNumber | FormerNumber, facts: dict[str, Any]) -> str:
    return "read" if facts["value"] == number.value else f"read as {facts['readAs']}"


def _rivals(facts: dict[str, Any]) -> str:
    sure = [each for each in facts["alternatives"] if each[1] >= facts["minimum"]]
    return " or ".join(f"{value} ({confidence:.2f})" for value, confidence in sure)


def _sure(confidence: float | None) -> str:
    return "unknown" if confidence is None else f"{confidence:.2f}"
