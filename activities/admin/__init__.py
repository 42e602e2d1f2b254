"""Staff's view of activities: the modules register themselves."""

from activities.admin import listing, replays

__all__ = ["listing", "replays"]
