"""Staff's view of tagging: importing a page registers it."""

from tagging.albums import admin as albums
from tagging.board import tasks_admin
from tagging.pay import page, timesheets_page
from tagging.quality import checks_admin, disagreements_admin
from tagging.questions import admin as questions
from tagging.tagators import admin as tagators
from tagging.works import admin
from tagging.works import admin as works
