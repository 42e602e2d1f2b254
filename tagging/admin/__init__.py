"""Staff's view of tagging: importing a page registers it."""

from tagging.admin import guides, photo_questions, skips, tasks, works
from tagging.admin.pay import page as pay
from tagging.admin.quality import checks, disagreements
from tagging.admin.tagators import listing
from tagging.admin.timesheets import page
