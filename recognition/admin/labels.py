"""Colours of states: green for done, red for what somebody has to look at."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from unfold.decorators import display

F = TypeVar("F", bound=Callable[..., Any])

PHOTO_LABELS = {
    "Processed": "success",
    "Failed": "danger",
    "AwaitingCallback": "info",
    "AwaitingTagging": "info",
    "Deleted": "warning",
}
CALLBACK_LABELS = {
    "Stored": "info",
    "Applied": "success",
    "Ignored": "warning",
    "Rejected": "danger",
    "Failed": "danger",
}
JOB_LABELS = {"Queued": "info", "Running": "info", "Finished": "success", "Failed": "danger"}
SELFIE_LABELS = {
    "AwaitingCallback": "info",
    "Recognized": "success",
    "NotFound": "warning",
    "Failed": "danger",
}


def coloured(description: str, labels: Mapping[str, str]) -> Callable[[F], F]:
    """Return unfold's decorator for a column whose texts are shown in colours."""
    decorator: Callable[[F], F] = display(description=description, label=dict(labels))
    return decorator
