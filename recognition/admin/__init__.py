"""Staff's view of recognition."""

from recognition.admin.accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.albums import AlbumAdmin
from recognition.admin.jobs import AlbumPhotosProcessingJobAdmin
from recognition.admin.pauses import ProviderPauseAdmin
from recognition.admin.photos import PhotoAdmin
from recognition.admin.requests import CallbackAdmin, NumberRequestAdmin
from recognition.admin.selfies import SelfieAdmin
from recognition.admin.tenants import CompetitorInstanceAdmin, TenantAdmin

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
