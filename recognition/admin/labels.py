"""States in words and colours."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.utils.safestring import SafeString

from foundation.records.plain_words import reworded
from foundation.staff.labels import in_words, labelled
from recognition.models import PhotoState

COLOURS = {
    "success": ("Processed", "Applied", "Finished", "Recognized", "Delivered"),
    "info": (
        "AwaitingCallback",
        "AwaitingTagging",
        "Stored",
        "Queued",
        "Running",
        "UnderWay",
        "Waiting",
        "Handed over",
    ),
    "warning": ("Deleted", "Ignored", "NotFound", "Withdrawn"),
    "danger": ("Failed", "Rejected", "GivenUp"),
}


def in_colour(state: str) -> SafeString:
    """Return the state in words, in its colour."""
    return labelled(state, COLOURS)


PHOTO_STATES = {state: in_words(state) for state in PhotoState}


class ShownState(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """The column of a record's state."""

    @admin.display(description="State")
    def shown_state(self, record: Any) -> str:
        return in_colour(record.state)


class ShownReason(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """The column of why a record failed or ended."""

    @admin.display(description="Why")
    def why(self, record: Any) -> str:
        return reworded(record.reason)
