"""Staff's view of recognition."""

from recognition.admin import selfies
from recognition.admin.accounts import competitors, face_accounts, pauses
from recognition.admin.albums import settings, tenants
from recognition.admin.jobs import progress
from recognition.admin.photos import listing, requests

# They register themselves.
__all__ = [
    "competitors",
    "face_accounts",
    "listing",
    "pauses",
    "progress",
    "requests",
    "selfies",
    "settings",
    "tenants",
]
