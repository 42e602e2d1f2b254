"""Staff's view of recognition."""

from recognition.admin.accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.albums import AlbumAdmin, CompetitorInstanceAdmin, TenantAdmin
from recognition.admin.photos import CallbackAdmin, PhotoAdmin
from recognition.admin.selfies import SelfieAdmin

__all__ = [
    "AccountAdmin",
    "AccountSpaceAdmin",
    "AlbumAdmin",
    "CallbackAdmin",
    "CompetitorInstanceAdmin",
    "PhotoAdmin",
    "SelfieAdmin",
    "TenantAdmin",
]
