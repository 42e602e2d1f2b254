"""Staff's view of tagging."""

from tagging.admin import albums, quality, tasks, works
from tagging.admin.tagators import listing
from tagging.admin.timesheets import page

# They register themselves.
__all__ = ["albums", "listing", "page", "quality", "tasks", "works"]
