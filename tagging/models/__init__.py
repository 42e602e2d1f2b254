"""The records of tagging, a module a subject."""

from tagging.models.quality import (
    AlbumQuality,
    Comparison,
    ComparisonQuerySet,
    KnownAnswer,
    KnownAnswerNotFound,
    KnownAnswerReading,
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
    TagKind,
    TaskChange,
    TaskHistory,
    TaskPurpose,
    TaskSkip,
    TaskState,
    TaskTag,
)
from tagging.models.timesheets import TimeSheet
from tagging.models.works import Work, WorkNotFound, WorkState

__all__ = [
    "COUNTED",
    "LEAVING",
    "TASK_ORDER",
    "UNFINISHED",
    "AlbumQuality",
    "Comparison",
    "ComparisonQuerySet",
    "KnownAnswer",
    "KnownAnswerNotFound",
    "KnownAnswerReading",
    "OpenedAlbum",
    "TagKind",
    "Tagator",
    "TagatorNotFound",
    "TagatorSettings",
    "TagatorState",
    "TaggingTask",
    "TaggingTaskQuerySet",
    "TaskChange",
    "TaskHistory",
    "TaskPurpose",
    "TaskSkip",
    "TaskState",
    "TaskTag",
    "TimeSheet",
    "Work",
    "WorkNotFound",
    "WorkState",
    "money",
]
