"""The records of tagging, a module a subject."""

from tagging.models.guides import MAX_GUIDE, AlbumGuide
from tagging.models.history import (
    COUNTED,
    LEAVING,
    SKIP_TAKEN_BACK,
    SKIP_TAKEN_BACK_SQL,
    SkippedTask,
    TaskChange,
    TaskHistory,
    TimeSheet,
)
from tagging.models.pay import PaidMonth, Payment
from tagging.models.quality import (
    CERTAINTIES,
    AlbumQuality,
    Certainty,
    CertaintyOutcome,
    Comparison,
    KnownAnswer,
    KnownAnswerNotFound,
    KnownAnswerReading,
    LaterReading,
    TagatorReading,
)
from tagging.models.questions import PhotoQuestion, PhotoQuestionNotFound
from tagging.models.tagators import (
    OpenedAlbum,
    Tagator,
    TagatorNotFound,
    TagatorSettings,
    TagatorState,
    money,
)
from tagging.models.tasks import (
    TASK_ORDER,
    UNFINISHED,
    TaggingTask,
    TaggingTaskQuerySet,
    TaggingTaskState,
    TagKind,
    TaskPurpose,
    TaskSkip,
    TaskTag,
)
from tagging.models.works import Work, WorkNotFound, WorkState
