"""Staff's view of recognition."""

from recognition.admin.accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.albums import AlbumAdmin, CompetitorInstanceAdmin, TenantAdmin
from recognition.admin.jobs import AlbumPhotosProcessingJobAdmin
from recognition.admin.pauses import ProviderPauseAdmin
from recognition.admin.photos import PhotoAdmin
from recognition.admin.requests import CallbackAdmin, NumberRequestAdmin
from recognition.admin.selfies import SelfieAdmin

__all__ = [
    "AccountAdmin",
    "AccountSpaceAdmin",
    "AlbumAdmin",
    "AlbumPhotosProcessingJobAdmin",
    "CallbackAdmin",
    "CompetitorInstanceAdmin",
    "NumberRequestAdmin",
    "PhotoAdmin",
    "ProviderPauseAdmin",
    "SelfieAdmin",
    "TenantAdmin",
]
