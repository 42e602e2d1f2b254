"""What was erased, in words for staff."""

from django.template.defaultfilters import capfirst

from foundation.privacy.registry import Counts

_WORDS = {
    "faces": "faces on photos",
    "numbers": "start numbers read on photos",
    "tags": "start numbers that taggers read",
    "selfies": "selfies with their pictures",
    "callbacks": "stored callbacks of providers",
    "guides": "guides for taggers, which lose what shows or names the person",
    "questions": "questions of taggers about photos",
    "histories": "rows of histories",
    "pictures": "photos whose cached pictures were deleted",
    "atProviders": "persons at the face provider",
    "activities": "activities",
    "tasks": "tasks",
    "operations": "balance operations, kept under a pseudonym",
    "participants": "participants",
    "exports": "exports of lists, which can be made again",
    "messages": "messages, sent and unsent",
    "deadLetters": "messages that could not be used",
    "answers": "answers of the API, kept a day for repeated calls",
    "audit": "rows of the audit, which lose what names the person",
}


def in_words(what: Counts) -> list[str]:
    """Return a line for each kind of thing, in the same order everywhere."""
    known = [name for name in _WORDS if name in what]
    return [f"{capfirst(_WORDS[name])}: {what[name]:,}" for name in known]
