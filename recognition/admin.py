"""Staff's view of recognition: the modules register themselves."""

from recognition.console import accounts, album_page, jobs, photo_page, requests, selfies, tenants
from recognition.console import providers as standing
