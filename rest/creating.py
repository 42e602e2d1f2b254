"""Creating a record under an id that the caller chose, so that asking again does no harm."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from messaging.refusals import Conflict
from rest.models import VersionedModel, insert_new

M = TypeVar("M", bound=VersionedModel)


class IdTaken(Conflict):
    """There is a record of that id, with other data."""

    code = "id-taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Generic[M]):
    """The record, and whether it is new or was there already."""

    record: M
    is_new: bool


def create_once(record: M, *data: str) -> Creation[M]:
    """Insert the record, or return the one that has its id and the same `data` (names of fields).

    :raises IdTaken: the id belongs to a record with other data.
    """
    if insert_new(record):
        return Creation(record=record, is_new=True)
    known = type(record)._default_manager.filter(pk=record.pk).first()
    if known is None or not all(known.holds(name, getattr(record, name)) for name in data):
        raise IdTaken
    return Creation(record=known, is_new=False)
