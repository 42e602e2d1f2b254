"""Staff's view of tagging: importing a page registers it."""

from tagging.admin import albums, tasks, works
from tagging.admin.quality import disagreements, known_answers, shares
from tagging.admin.tagators import listing
from tagging.admin.timesheets import page
