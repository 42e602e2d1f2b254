"""Staff's view of activities: the modules register themselves."""

from activities.admin import claims, listing, replays

__all__ = ["claims", "listing", "replays"]
