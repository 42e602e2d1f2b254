"""Staff's view of recognition: the modules register themselves."""

from recognition.admin import accounts, selfies
from recognition.admin.albums import page, tenants
from recognition.admin.jobs import progress
from recognition.admin.photos import page as photos_page
from recognition.admin.photos import requests
from recognition.admin.providers import numbers
