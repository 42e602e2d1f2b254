"""The records of tagging, a module a subject."""

from tagging.pay.models import PaidMonth, Payment
from tagging.records.guides import MAX_GUIDE, AlbumGuide, PhotoQuestion, PhotoQuestionNotFound
from tagging.records.history import (
    COUNTED,
    LEAVING,
    SKIP_TAKEN_BACK,
    SKIP_TAKEN_BACK_SQL,
    SkippedTask,
    TaskChange,
    TaskHistory,
    TimeSheet,
)
from tagging.records.quality import (
    CERTAINTIES,
    AlbumQuality,
    Certainty,
    CertaintyOutcome,
    Comparison,
    KnownAnswer,
    KnownAnswerNotFound,
    KnownAnswerReading,
    LaterReading,
    ReadingAgain,
    TagatorReading,
)
from tagging.records.tagators import (
    OpenedAlbum,
    Tagator,
    TagatorNotFound,
    TagatorSettings,
    TagatorState,
    money,
)
from tagging.records.tasks import (
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
from tagging.records.works import Work, WorkNotFound, WorkState
