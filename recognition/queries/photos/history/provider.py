"""What was asked of the number provider about a photo, and what became of its answers."""

from collections.abc import Iterator
from typing import Any

from recognition.models import Callback, CallbackState, NumberRequest, Photo
from recognition.queries.photos.history.entries import Happening

_BECAME = {
    CallbackState.APPLIED: "The answer was used.",
    CallbackState.IGNORED: "The answer was ignored:",
    CallbackState.REJECTED: "The answer was rejected:",
    CallbackState.FAILED: "The answer was given up:",
}


def asked(photo: Photo) -> Iterator[Happening]:
    """Tell of every request, of its 202, and of its answers with what became of them."""
    for request in photo.number_requests.order_by("created_on").prefetch_related("callbacks"):
        yield from _request(request)
        for callback in request.callbacks.all():
            yield from _callback(callback)


def _request(request: NumberRequest) -> Iterator[Happening]:
    details = {"requestId": str(request.pk), "type": request.type}
    yield Happening(
        occurred_on=request.created_on,
        kind="RequestSent",
        text=f"The number provider was asked ({request.type}).",
        details=details,
    )
    if request.accepted_on:
        told = request.provider_request_id
        yield Happening(
            occurred_on=request.accepted_on,
            kind="RequestAccepted",
            text=f"The number provider answered 202{f' ({told})' if told else ''}.",
            details={**details, "providerRequestId": told},
        )


def _callback(callback: Callback) -> Iterator[Happening]:
    details = {"callbackId": str(callback.pk), "requestId": str(callback.request_id)}
    persons, tags = _ids(callback, "persons", "id"), _ids(callback, "tags", "value")
    yield Happening(
        occurred_on=callback.received_on,
        kind="CallbackReceived",
        text=f"The number provider called back: persons {_list(persons)}; numbers {_list(tags)}.",
        details={**details, "persons": persons, "tags": tags},
    )
    if callback.settled_on:
        became = _BECAME[CallbackState(callback.state)]
        yield Happening(
            occurred_on=callback.settled_on,
            kind=f"Callback{callback.state}",
            text=f"{became} {callback.reason_description}".strip(),
            details={**details, "reason": callback.reason_description},
        )


def _ids(callback: Callback, collection: str, name: str) -> list[Any]:
    return [item.get(name) for item in callback.payload.get(collection, [])]


def _list(values: list[Any]) -> str:
    return ", ".join(str(value) for value in values) or "none"
