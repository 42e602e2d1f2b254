"""States, verdicts and kinds of history in words and colours."""

import re

from django.utils.safestring import SafeString
from unfold.utils import display_for_label

COLOURS = {
    "success": ("Applied", "Settled", "Suits", "Completed", "Published", "StepDone",
                "EventPublished", "TaskCompleted", "Credited", "RewardSet"),
    "info": ("Created", "Waiting", "Active", "DataUpdated", "StepWaits", "EventWaits"),
    "warning": ("Skipped", "Retrying", "CriteriaNotMet", "NothingSuits", "Taken", "NotActive",
                "NoReward", "StepWithdrawn", "EventWithdrawn", "Cancelled", "Added", "Changed"),
    "danger": ("Failed", "RewardFailed", "StepGivenUp", "EventGivenUp"),
}  # fmt: skip
_COLOUR_OF = {in_: colour for colour, names in COLOURS.items() for in_ in names}


def in_words(name: str) -> str:
    """Return `CriteriaNotMet` as `Criteria not met`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def in_colour(name: str) -> SafeString:
    """Return a state, a verdict or a kind as it is shown in lists and on pages."""
    words = in_words(name)
    shown: SafeString = display_for_label(words, "-", {words: _COLOUR_OF.get(name, "")})
    return shown
