"""Staff's view of recognition."""

from recognition.admin.accounts.competitors import CompetitorInstanceAdmin
from recognition.admin.accounts.face_accounts import AccountAdmin, AccountSpaceAdmin
from recognition.admin.accounts.pauses import ProviderPauseAdmin
from recognition.admin.albums.settings import AlbumAdmin
from recognition.admin.albums.tenants import TenantAdmin
from recognition.admin.jobs.progress import AlbumPhotosProcessingJobAdmin
from recognition.admin.photos.listing import PhotoAdmin
from recognition.admin.photos.requests import CallbackAdmin, NumberRequestAdmin
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
