"""The records of recognition: whose albums, which photos, who recognises, what came of it."""

from recognition.models.accounts import Account, AccountSpace, FaceProviderName
from recognition.models.albums import (
    Album,
    AlbumCustomTag,
    CompetitorInstance,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.models.jobs import (
    AlbumPhotosProcessingJob,
    JobMode,
    JobState,
    ProcessedPhoto,
)
from recognition.models.photos import (
    NumberRejection,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    PhotoState,
)
from recognition.models.requests import (
    Callback,
    CallbackState,
    NumberRequest,
    RecognitionType,
)

__all__ = [
    "Account",
    "AccountSpace",
    "Album",
    "AlbumCustomTag",
    "AlbumPhotosProcessingJob",
    "Callback",
    "CallbackState",
    "CompetitorInstance",
    "FaceProviderName",
    "JobMode",
    "JobState",
    "NormalizationPolicy",
    "NumberRejection",
    "NumberRequest",
    "NumberSource",
    "Photo",
    "PhotoNumber",
    "PhotoPerson",
    "PhotoState",
    "ProcessedPhoto",
    "RecognitionState",
    "RecognitionType",
    "Strategy",
    "Tenant",
]
