"""What an erasure erases: the apps register their parts, for each kind of subject."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from foundation.privacy.models import SubjectKind

Subject = Mapping[str, Any]  # the ids of who is erased, as JSON
Counts = Mapping[str, int]  # how much, by what: faces, numbers, callbacks


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What a portion erased, and where the next one goes on; `next` of None: the part is done."""

    counts: Counts = field(default_factory=dict)
    next: Any = None


class Part(ABC):
    """The part of an app. A portion may run again after a kill: what is erased stays erased."""

    asks: ClassVar[bool] = False  # other services, by `ask`
    reads_tables: ClassVar[bool] = False  # from end to end, for the subject's `words`

    def count(self, subject: Subject) -> Counts:
        """Return how much there is to erase now."""
        return {}

    def ask(self, subject: Subject) -> None:  # noqa: B027 (most ask no service)
        """Ask other services to erase the subject too, outside of a transaction; may be repeated.

        What this raises is tried again later.
        """

    @abstractmethod
    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        """Erase a portion within the caller's transaction.

        :param position: `next` of the portion before; None: the first one.
        """


_registered: defaultdict[str, list[Part]] = defaultdict(list)


def register_parts(kind: SubjectKind, *parts: Part) -> None:
    _registered[kind].extend(parts)


def parts_of(kind: str) -> list[Part]:
    """Return the parts in their order: apps above first, since they refer to those below."""
    return _registered[kind][::-1]


def count_all(kind: SubjectKind, subject: Subject) -> Counts:
    """Return what erasing the subject would erase now."""
    return {
        what: count
        for part in reversed(parts_of(kind))
        for what, count in part.count(subject).items()
        if count
    }
