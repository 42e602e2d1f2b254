"""The models of recognition: albums, photos, accounts, jobs, selfies."""

from recognition.jobs.models import (
    AlbumPhotosProcessingJob,
    AlbumsMove,
    JobMode,
    JobState,
    ProcessedPhoto,
)
from recognition.numbers.models import AlbumRejudging, AlbumText
from recognition.persons.models import PersonApart, PersonMerge, PersonReassignment
from recognition.providers.models import (
    Account,
    AccountSpace,
    CompetitorInstance,
    CompetitorInstanceNotFound,
    FaceProviderName,
    KnownFace,
)
from recognition.records.albums import (
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    NumberFormat,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.records.erased import AlbumRetention
from recognition.records.figures import BacklogCount, PhotoHour
from recognition.records.numbers import (
    FormerNumber,
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.records.persons import (
    CorrectedResult,
    ErasedFaces,
    PhotoCorrection,
    PhotoPerson,
    PhotoRepublication,
    SuggestedPerson,
)
from recognition.records.photos import Photo
from recognition.records.requests import (
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    PhotoAttempt,
    Recogniser,
    RecognitionType,
)
from recognition.records.selfies import Selfie, SelfieImage, SelfiePerson, SelfieState
from recognition.records.steps import FACES, NUMBERS, STEPS, PhotoState, Step
