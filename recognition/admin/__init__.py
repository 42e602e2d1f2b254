"""Staff's view of recognition."""

from recognition.admin.accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.albums import AlbumAdmin
from recognition.admin.jobs import AlbumPhotosProcessingJobAdmin
from recognition.admin.pauses import ProviderPauseAdmin
from recognition.admin.photos import CallbackAdmin, PhotoAdmin
from recognition.admin.selfies import SelfieAdmin
from recognition.admin.tenants import CompetitorInstanceAdmin, TenantAdmin

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
