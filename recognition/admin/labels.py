"""States in words and colours: green for done, red for what staff should look at."""

from collections.abc import Mapping

from django.utils.safestring import SafeString
from unfold.utils import display_for_label

from recognition.models import PhotoState

IN_WORDS = {
    PhotoState.NEW: "New",
    PhotoState.AWAITING_CALLBACK: "Awaiting callback",
    PhotoState.AWAITING_TAGGING: "Awaiting tagging",
    PhotoState.PROCESSED: "Processed",
    PhotoState.FAILED: "Failed",
    PhotoState.DELETED: "Deleted",
}
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


def in_colour(state: str, labels: Mapping[str, str]) -> SafeString:
    """Return the state as it is shown in lists and on pages."""
    shown: SafeString = display_for_label(state, "-", dict(labels))
    return shown
