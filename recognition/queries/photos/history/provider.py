"""History entries of the requests to the number provider and of its callbacks."""

from collections.abc import Iterator
from typing import Any

from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.queries.photos.history.entries import HistoryEntry

_RESULTS = {
    CallbackState.APPLIED: "The answer was used.",
    CallbackState.IGNORED: "The answer was ignored:",
    CallbackState.REJECTED: "The answer was rejected:",
    CallbackState.FAILED: "The answer was given up:",
}


def requests(photo: Photo) -> Iterator[HistoryEntry]:
    """Return every request, its 202, and its callbacks with their results."""
    for request in photo.number_requests.order_by("created_on").prefetch_related("callbacks"):
        yield from _request(request)
        for callback in request.callbacks.all():
            yield from _callback(callback)


def _request(request: NumberRequest) -> Iterator[HistoryEntry]:
    details = {"requestId": str(request.pk), "type": request.type}
    yield HistoryEntry(
        occurred_on=request.created_on,
        kind="RequestSent",
        text=f"The number provider was asked ({request.type}).",
        details=details,
    )
    if request.accepted_on:
        provider_id = request.provider_request_id
        named = f" ({provider_id})" if provider_id else ""
        yield HistoryEntry(
            occurred_on=request.accepted_on,
            kind="RequestAccepted",
            text=f"The number provider answered 202{named}.",
            details={**details, "providerRequestId": provider_id},
        )


def _callback(callback: Callback) -> Iterator[HistoryEntry]:
    details = {"callbackId": str(callback.pk), "requestId": str(callback.request_id)}
    persons, tags = _ids(callback, "persons", "id"), _ids(callback, "tags", "value")
    yield HistoryEntry(
        occurred_on=callback.received_on,
        kind="CallbackReceived",
        text=f"The number provider called back: persons {_list(persons)}; numbers {_list(tags)}.",
        details={**details, "persons": persons, "tags": tags},
    )
    if callback.settled_on:
        reason = callback.reason_description
        yield HistoryEntry(
            occurred_on=callback.settled_on,
            kind=f"Callback{callback.state}",
            text=f"{_RESULTS[CallbackState(callback.state)]} {reason}".strip(),
            details={**details, "reason": reason},
        )


def _ids(callback: Callback, collection: str, name: str) -> list[Any]:
    return [item.get(name) for item in callback.payload.get(collection, [])]


def _list(values: list[Any]) -> str:
    return ", ".join(str(value) for value in values) or "none"
