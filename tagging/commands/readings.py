"""What a tagator read on a photo."""

from dataclasses import dataclass
from typing import Self

from tagging.models import TaggingTask


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Numbers and custom tags, each sorted: two readings that are equal as sets are equal."""

    numbers: list[str]
    custom_tags: list[str]

    @classmethod
    def of(cls, task: TaggingTask) -> Self:
        """Return the tags of a task."""
        return cls(numbers=sorted(task.numbers), custom_tags=sorted(task.custom_tags))
