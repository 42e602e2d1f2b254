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
    NumberFormat,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.models.backlog import BacklogCount
from recognition.models.hours import PhotoHour
from recognition.models.jobs import (
    AlbumPhotosProcessingJob,
    AlbumsMove,
    JobMode,
    JobState,
    ProcessedPhoto,
)
from recognition.models.persons import PersonApart, PersonMerge, PersonReassignment
from recognition.models.photo_corrections import (
    CorrectedResult,
    PhotoCorrection,
    PhotoRepublication,
)
from recognition.models.photo_numbers import (
    FormerNumber,
    NumberBasis,
    NumberRejection,
    NumberSource,
    PhotoNumber,
    SuggestedNumber,
    UnreadRegions,
)
from recognition.models.photo_persons import ErasedFaces, PhotoPerson, SuggestedPerson
from recognition.models.photo_states import PhotoState
from recognition.models.photos import Photo
from recognition.models.requests import (
    AttemptOutcome,
    Callback,
    CallbackState,
    NumberRequest,
    PhotoAttempt,
    Recogniser,
    RecognitionType,
)
from recognition.models.retention import AlbumRetention
from recognition.models.selfies import Selfie, SelfieImage, SelfiePerson, SelfieState
from recognition.models.steps import FACES, NUMBERS, STEPS, Step
from recognition.models.texts import AlbumRejudging, AlbumText
