"""The models of recognition: albums, photos, accounts, jobs, selfies."""

from recognition.models.accounts import (
    Account,
    AccountSpace,
    CompetitorInstance,
    CompetitorInstanceNotFound,
    FaceProviderName,
    KnownFace,
)
from recognition.models.albums import (
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.models.jobs import AlbumPhotosProcessingJob, JobMode, JobState, ProcessedPhoto
from recognition.models.photo_results import (
    FormerNumber,
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    PhotoPerson,
    SuggestedNumber,
)
from recognition.models.photos import Photo, PhotoState
from recognition.models.requests import (
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    PhotoAttempt,
    Recogniser,
    RecognitionType,
)
from recognition.models.selfies import Selfie, SelfieImage, SelfiePerson, SelfieState
from recognition.models.steps import FACES, NUMBERS, STEPS, Step
from recognition.models.texts import AlbumRejudging, AlbumText
