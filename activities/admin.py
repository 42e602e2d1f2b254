"""Staff's view of activities: the modules register themselves."""

from activities.claims import admin as claims
from activities.console import activities as listing
