"""States, verdicts and kinds of history in words and colours."""

from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString

from activities.records.models import ActivityChange, ActivityState, ClaimState
from foundation.staff.html import address_of_page, labelled, may_see, wrapping_link

COLOURS = {
    "success": ("Applied", "Settled", "Suits", "Completed", "Published", "StepDone",
                "EventPublished", "TaskCompleted", "Credited", "RewardSet", "ClaimKept", "Kept"),
    "info": ("Created", "Waits", "WouldSuit", "Waiting", "Active", "DataUpdated", "StepWaits",
             "EventWaits", "ClaimClosed", "Closed"),
    "warning": ("Skipped", "Retrying", "CriteriaNotMet", "NothingSuits", "Taken", "NotActive",
                "NoReward", "StepWithdrawn", "EventWithdrawn", "Cancelled", "Added", "Changed",
                "ClaimRaised", "ClaimTakenBack", "TakenBack", "Open", "AppliedElsewhere",
                "TooEarly"),
    "danger": ("Failed", "RewardFailed", "StepGivenUp", "EventGivenUp"),
}  # fmt: skip
# Names of APIs and events for which people have other words.
WORDS = {
    **dict(ActivityChange.choices),
    **dict(ActivityState.choices),
    **dict(ClaimState.choices),
    "AppliedElsewhere": "Counted for another task",
}


def in_colour(name: str) -> SafeString:
    """Return a state, a verdict or a kind as it is shown in lists and on pages."""
    return labelled(name, COLOURS, WORDS)


def link(model: Any, key: Any, text: object = "", reader: HttpRequest | None = None) -> str:
    """Return a link whose text may wrap, so that the tables fit a phone.

    :param reader: as in `foundation.staff.html.link_to`.
    """
    if reader is not None and not may_see(reader, model):
        return str(text or key)
    return wrapping_link(address_of_page(model, key), text or key)
