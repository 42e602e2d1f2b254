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
from recognition.models.known_faces import KnownFace
from recognition.models.pauses import ProviderPause
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
    "KnownFace",
    "NormalizationPolicy",
    "NumberRejection",
    "NumberRequest",
    "NumberSource",
    "Photo",
    "PhotoNumber",
    "PhotoPerson",
    "PhotoState",
    "ProcessedPhoto",
    "ProviderPause",
    "RecognitionState",
    "RecognitionType",
    "Strategy",
    "Tenant",
]
