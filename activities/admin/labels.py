"""States, verdicts and kinds of history in words and colours."""

from django.utils.safestring import SafeString

from foundation.staff.labels import labelled

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


def in_colour(name: str) -> SafeString:
    """Return a state, a verdict or a kind as it is shown in lists and on pages."""
    return labelled(name, COLOURS)
