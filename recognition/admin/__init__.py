"""Staff's view of recognition."""

from recognition.admin.accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.albums import AlbumAdmin, CompetitorInstanceAdmin, TenantAdmin
from recognition.admin.jobs import AlbumPhotosProcessingJobAdmin
from recognition.admin.pauses import ProviderPauseAdmin
from recognition.admin.photos import CallbackAdmin, PhotoAdmin
from recognition.admin.selfies import SelfieAdmin

__all__ = [
    "AccountAdmin",
    "AccountSpaceAdmin",
    "AlbumAdmin",
    "AlbumPhotosProcessingJobAdmin",
    "CallbackAdmin",
    "CompetitorInstanceAdmin",
    "PhotoAdmin",
    "ProviderPauseAdmin",
    "SelfieAdmin",
    "TenantAdmin",
]
