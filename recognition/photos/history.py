"""The history of a photo, and its sources here. Apps above register theirs in their `ready()`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.template.defaultfilters import truncatechars

from foundation.messaging.models import OutboxMessage, receiver_in_words
from foundation.messaging.queries import messages_of
from foundation.records.texts import in_utc
from recognition.photos.verdicts import SOURCES, explanation_of, facts_of, rejection_in_words
from recognition.records.numbers import FormerNumber, NumberSource, PhotoNumber, SuggestedNumber
from recognition.records.persons import CorrectedResult
from recognition.records.photos import Photo
from recognition.records.requests import (
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    Recogniser,
    RecognitionType,
)
from recognition.records.steps import PhotoState
from recognition.wire.photo_service import result_keys
from recognition.wire.reports import unused_in


@dataclass(frozen=True, slots=True)
class PhotoHistoryEntry:
    """Something that happened to a photo.

    `kind`: a stable PascalCase name. `text`: a sentence for people. `details`: the facts.
    """

    occurred_on: datetime
    kind: str
    text: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoHistory:
    """A photo in its present state, and everything that happened to it, in order."""

    photo: Photo
    entries: Sequence[PhotoHistoryEntry]


Source = Callable[[Photo], Iterable[PhotoHistoryEntry]]

_sources: list[Source] = []


def register_history_source(*sources: Source) -> None:
    """Add sources to every photo's history; a source that is registered already is ignored."""
    _sources.extend(source for source in sources if source not in _sources)


def explain_photo(photo_id: UUID) -> PhotoHistory:
    """Return everything that happened to a photo, by time; at the same time, in the sources' order.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().get_or_refuse(photo_id)
    found = [entry for source in _sources for entry in source(photo)]
    return PhotoHistory(photo=photo, entries=sorted(found, key=lambda entry: entry.occurred_on))


_RECOGNISERS = {
    Recogniser.FACE_PROVIDER: "The face provider",
    Recogniser.NUMBER_PROVIDER: "The number provider",
    Recogniser.TAGATOR: "The tagger",
}
_ASKED = {
    RecognitionType.FACE: "faces",
    RecognitionType.NUMBER: "numbers",
    RecognitionType.FACE_NUMBER: "faces and numbers",
}
_OUTCOMES = {
    AttemptOutcome.FAILED: "failed",
    AttemptOutcome.BUSY: "has to wait",
    AttemptOutcome.RECOGNIZED: "succeeded",
}
_RESULTS = {
    CallbackState.APPLIED: "The answer was used.",
    CallbackState.IGNORED: "The answer was ignored:",
    CallbackState.REJECTED: "The answer was rejected:",
    CallbackState.FAILED: "The answer was given up:",
}
_PUBLISHED = {"image_url": "address", "shooting_date": "date", "photographer_id": "photographer"}
LONGEST_NOTE = 300  # characters
MOST_FAULTS = 20  # that are shown of one callback
_ENDS = (
    ("delivered_on", "Delivered", "Sent to {what}."),
    ("dead_on", "DeliveryDead", "Could not be sent to {what}. {reason}"),
    ("withdrawn_on", "DeliveryWithdrawn", "No longer to be sent to {what}. {reason}"),
)


def publication(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return the photo's publication and its deletion; the deletion may come first."""
    if photo.image_url:
        text = f"Published in the album {photo.album}."
        details = {"albumId": str(photo.album_id), "imageUrl": photo.image_url}
        yield PhotoHistoryEntry(photo.created_on, "Published", text, details)
    for row in photo.republications.order_by("pk"):
        what = ", ".join(_PUBLISHED[name] for name in row.changes)
        text = f"Published again with another {what}."
        yield PhotoHistoryEntry(row.occurred_on, "Republished", text, row.changes)
    if photo.state == PhotoState.DELETED:
        before = "" if photo.image_url else ", before it was published"
        yield PhotoHistoryEntry(photo.updated_on, "Deleted", f"Deleted by the platform{before}.")


def processings(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return each time that a job or staff started processing the photo again.

    The rows are kept for `JOBS_KEEP` after the job's end.
    """
    for row in photo.processed_by.order_by("pk"):
        job_id, by = str(row.job_id) if row.job_id else None, row.chosen_by or "staff"
        chosen = f"Taken by the job {job_id}" if job_id else f"Chosen by {by}"
        facts = {"jobId": job_id, "mode": row.mode}
        yield PhotoHistoryEntry(row.taken_on, "Reprocessed", f"{chosen} ({row.mode}).", facts)


def attempts(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return the attempts that were recorded, with the time of the next one."""
    for attempt in photo.attempts.order_by("pk"):
        outcome, again = AttemptOutcome(attempt.outcome), attempt.next_attempt_on
        when = f" Next attempt at {in_utc(again)}." if again else " No further attempt."
        when = "" if outcome is AttemptOutcome.RECOGNIZED else when
        who, why = _RECOGNISERS[Recogniser(attempt.recogniser)], attempt.reason
        text = f"{who} {_OUTCOMES[outcome]}: {why}{when}"
        details = {
            "recogniser": attempt.recogniser,
            "reason": attempt.reason,
            "nextAttemptOn": again.isoformat() if again else None,
        }
        yield PhotoHistoryEntry(attempt.occurred_on, f"Attempt{outcome}", text, details)


def recognitions(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return when faces and numbers were last recognised, with the present results."""
    if photo.faces_recognized_on:
        persons = list(photo.persons.order_by("person_id").values_list("person_id", flat=True))
        text, facts = f"Faces recognised: {_list(persons)}.", {"persons": persons}
        yield PhotoHistoryEntry(photo.faces_recognized_on, "FacesRecognized", text, facts)
    if photo.numbers_recognized_on:
        accepted = photo.numbers.filter(rejection="").order_by("value")
        tags = list(accepted.values_list("value", flat=True))
        text, facts = f"Numbers recognised: {_list(tags)}.", {"tags": tags}
        yield PhotoHistoryEntry(photo.numbers_recognized_on, "NumbersRecognized", text, facts)


def requests(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return every request, its 202, and its callbacks with their results."""
    for request in photo.number_requests.order_by("created_on").prefetch_related("callbacks"):
        yield from _request(request)
        for callback in request.callbacks.all():
            yield from _callback(callback, photo)


def _request(request: NumberRequest) -> Iterator[PhotoHistoryEntry]:
    details = {"requestId": str(request.pk), "type": request.type}
    asked = f"The number provider was asked for {_ASKED[RecognitionType(request.type)]}."
    yield PhotoHistoryEntry(request.created_on, "RequestSent", asked, details)
    if request.accepted_on:
        named = request.provider_request_id
        text = f"The number provider accepted the request{named and f' as {named}'}."
        facts = {**details, "providerRequestId": named}
        yield PhotoHistoryEntry(request.accepted_on, "RequestAccepted", text, facts)


def _callback(callback: Callback, photo: Photo) -> Iterator[PhotoHistoryEntry]:
    details = {"callbackId": str(callback.pk), "requestId": str(callback.request_id)}
    persons, tags = _ids(callback, "persons", "id"), _ids(callback, "tags", "value")
    faults = list(islice(unused_in(callback.payload, photo.pk), MOST_FAULTS))
    found = f"persons {_list(persons)}; numbers {_list(tags)}"
    text = " ".join([f"The number provider called back: {found}.", *_note(callback), *faults])
    facts = {**details, "persons": persons, "tags": tags, "notUsed": faults}
    yield PhotoHistoryEntry(callback.received_on, "CallbackReceived", text, facts)
    if callback.settled_on:
        state, reason = CallbackState(callback.state), callback.reason_description
        text, facts = f"{_RESULTS[state]} {reason}".strip(), {**details, "reason": reason}
        yield PhotoHistoryEntry(callback.settled_on, f"Callback{state}", text, facts)


def _note(callback: Callback) -> list[str]:
    """Return what the provider noted about the picture, cut; nothing: no text."""
    note = callback.payload.get("note")
    text = note.strip() if isinstance(note, str) else ""
    return [truncatechars(text, LONGEST_NOTE)] if text else []


def _ids(callback: Callback, collection: str, name: str) -> list[Any]:
    """Return this field of each item; an item that is no object is returned as it is."""
    items = callback.payload[collection]
    return [item.get(name) if isinstance(item, dict) else item for item in items]


def _list(values: list[Any]) -> str:
    return ", ".join(str(value) for value in values) or "none"


def deliveries(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return every message about the photo, and whether it was delivered.

    Delivered and withdrawn messages are kept for `OUTBOX_KEEP_DELIVERED`.
    """
    for message in messages_of([str(photo.pk), *result_keys(photo.pk)]):
        yield from _entries(message)


def _entries(message: OutboxMessage) -> Iterator[PhotoHistoryEntry]:
    path = message.attributes.get("path")
    result = message.key.partition("/")[2]
    what = f"the {receiver_in_words(message.lane)}{f': {result}' if result else ''}"
    details = {
        "messageId": str(message.message_id),
        "destination": message.destination,
        "path": path,
        "attempts": message.attempts,
    }
    queued, facts = f"To be sent to {what}{_waiting(message)}.", {**details, "body": message.body}
    yield PhotoHistoryEntry(message.created_on, "DeliveryQueued", queued, facts)
    facts = details if message.delivered_on else {**details, "reason": message.reason}
    for name, kind, text in _ENDS:
        if moment := getattr(message, name):
            ended = text.format(what=what, reason=message.reason)
            yield PhotoHistoryEntry(moment, kind, ended, facts)


def _waiting(message: OutboxMessage) -> str:
    if any(getattr(message, name) for name, _, _ in _ENDS):
        return ""
    tried = f", tried {message.attempts} times" if message.attempts else ""
    return f" (waits{tried}{f': {message.reason}' if message.reason else ''})"


# Corrections in a photo's history.


def corrections(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return what staff corrected: who, when, what was there before, and why."""
    for row in photo.corrections.order_by("pk"):
        what = CorrectedResult(row.result)
        text = (
            f"{what} corrected by {row.corrected_by or 'staff'}: {_change(row.before, row.after)}."
        )
        facts = {"by": row.corrected_by, "before": row.before, "after": row.after}
        yield PhotoHistoryEntry(
            row.corrected_on, f"{what}Corrected", text, {**facts, "reason": row.reason}
        )


def _change(before: Sequence[str], after: Sequence[str]) -> str:
    return f"{', '.join(before) or 'none'} → {', '.join(after) or 'none'}"


# Numbers in a photo's history: those it has, and those that were replaced.


def numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers were kept and which were rejected, and why."""
    for number in photo.numbers.order_by("rejection", "value"):
        yield _verdict(number, photo.album.start_number_capacity)


def suggestions(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return which numbers of a late answer were kept as suggestions for taggers."""
    for number in photo.suggested_numbers.order_by("rejection", "value"):
        yield _suggestion(number, number.read_on, photo.album.start_number_capacity)


def former_numbers(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return the numbers and suggestions that were replaced, and when."""
    digits = photo.album.start_number_capacity
    for number in photo.former_numbers.order_by("pk"):
        entry = (
            _suggestion(number, number.judged_on, digits)
            if number.is_suggestion
            else _verdict(number, digits)
        )
        text = f"{entry.text} Replaced at {in_utc(number.replaced_on)}."
        details = {**entry.details, "replacedOn": number.replaced_on.isoformat()}
        yield replace(entry, text=text, details=details)


def _verdict(number: PhotoNumber | FormerNumber, digits: int) -> PhotoHistoryEntry:
    value, source, rejection = number.value, number.source, number.rejection
    why, how = explanation_of(number), SOURCES[NumberSource(source)]
    kind, text = "NumberKept", f"{value} kept, {how}{why and f': {why}'}."
    if rejection:
        why = why or rejection_in_words(number, digits)
        kind, text = "NumberRejected", f"“{value}” rejected, {how}: {why}."
    details = {"value": value, "source": source, "rejection": rejection or None}
    facts = {"confidence": number.confidence, **facts_of(number)}
    return PhotoHistoryEntry(number.judged_on, kind, text, {**details, **facts})


def _suggestion(
    number: SuggestedNumber | FormerNumber, read_on: datetime, digits: int
) -> PhotoHistoryEntry:
    value, rejection = number.value, number.rejection
    why = f": {rejection_in_words(number, digits)}" if rejection else ""
    text = f"“{value}” kept as a suggestion for taggers{why}."
    facts = {"value": value, "rejection": rejection or None, "confidence": number.confidence}
    return PhotoHistoryEntry(read_on, "NumberSuggested", text, facts)
