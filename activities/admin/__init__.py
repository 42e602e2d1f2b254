"""Staff's view of activities: the modules register themselves."""

from activities.admin import listing, participants, programs, replays

__all__ = ["listing", "participants", "programs", "replays"]
