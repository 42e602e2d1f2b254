"""States in words and colours: green for done, red for what staff should look at."""

import re
from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.utils.safestring import SafeString
from unfold.utils import display_for_label

from recognition.models import PhotoState

COLOURS = {
    "success": ("Processed", "Applied", "Finished", "Recognized"),
    "info": ("AwaitingCallback", "AwaitingTagging", "Stored", "Queued", "Running"),
    "warning": ("Deleted", "Ignored", "NotFound"),
    "danger": ("Failed", "Rejected"),
}
_COLOUR_OF = {state: colour for colour, states in COLOURS.items() for state in states}


def in_words(name: str) -> str:
    """Return `AwaitingCallback` as `Awaiting callback`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def in_colour(state: str) -> SafeString:
    """Return the state as it is shown in lists and on pages."""
    shown: SafeString = display_for_label(state, "-", _COLOUR_OF)
    return shown


PHOTO_STATES = {state: in_words(state) for state in PhotoState}


class ShownState(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """The column of a record's state."""

    @admin.display(description="State")
    def shown_state(self, record: Any) -> str:
        return in_colour(record.state)
