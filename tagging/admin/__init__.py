"""Staff's view of tagging: importing a page registers it."""

from tagging.admin import tasks, works
from tagging.admin.quality import checks, disagreements
from tagging.admin.tagators import listing
from tagging.admin.timesheets import page
