"""Staff's view of recognition: the modules register themselves."""

from recognition.console import accounts, album_page, jobs, photo_page, providers, requests, tenants
