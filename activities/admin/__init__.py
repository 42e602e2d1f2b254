"""Staff's view of activities: the modules register themselves."""

from activities.admin import claims, listing

__all__ = ["claims", "listing"]
