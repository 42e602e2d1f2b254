"""The records of recognition: whose albums, which photos, who recognises, what came of it."""

from recognition.models.accounts import (
    Account,
    AccountSpace,
    CompetitorInstance,
    CompetitorInstanceNotFound,
    FaceProviderName,
    KnownFace,
    ProviderPause,
)
from recognition.models.albums import (
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.models.attempts import AttemptOutcome, PhotoAttempt, Recogniser
from recognition.models.jobs import (
    AlbumPhotosProcessingJob,
    JobMode,
    JobState,
    ProcessedPhoto,
)
from recognition.models.photo_results import (
    NumberRejection,
    NumberSource,
    PhotoNumber,
    PhotoPerson,
)
from recognition.models.photos import Photo, PhotoState
from recognition.models.requests import (
    Callback,
    CallbackState,
    NumberRequest,
    RecognitionType,
)
from recognition.models.selfies import Selfie, SelfieImage, SelfiePerson, SelfieState
from recognition.models.steps import FACES, NUMBERS, STEPS, Step

__all__ = [
    "FACES",
    "NUMBERS",
    "STEPS",
    "Account",
    "AccountSpace",
    "Album",
    "AlbumCustomTag",
    "AlbumPhotosProcessingJob",
    "AttemptOutcome",
    "Callback",
    "CallbackState",
    "CompetitorInstance",
    "CompetitorInstanceNotFound",
    "FaceProviderName",
    "JobMode",
    "JobState",
    "KnownFace",
    "NormalizationPolicy",
    "NumberRejection",
    "NumberRequest",
    "NumberSource",
    "Photo",
    "PhotoAttempt",
    "PhotoNumber",
    "PhotoPerson",
    "PhotoState",
    "ProcessedPhoto",
    "ProviderPause",
    "Recogniser",
    "RecognitionState",
    "RecognitionType",
    "Selfie",
    "SelfieImage",
    "SelfiePerson",
    "SelfieState",
    "Step",
    "Strategy",
    "Tenant",
]
