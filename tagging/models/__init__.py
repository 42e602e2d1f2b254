"""The records of tagging, a module a subject."""

from tagging.models.quality import (
    AlbumQuality,
    Comparison,
    KnownAnswer,
    KnownAnswerNotFound,
    KnownAnswerReading,
    TagatorReading,
)
from tagging.models.tagators import (
    OpenedAlbum,
    Tagator,
    TagatorNotFound,
    TagatorSettings,
    TagatorState,
    money,
)
from tagging.models.tasks import (
    COUNTED,
    LEAVING,
    TASK_ORDER,
    UNFINISHED,
    TaggingTask,
    TaggingTaskQuerySet,
    TaggingTaskState,
    TagKind,
    TaskChange,
    TaskHistory,
    TaskPurpose,
    TaskSkip,
    TaskTag,
    TimeSheet,
)
from tagging.models.works import Work, WorkNotFound, WorkState
