"""The versions of a space: its people by one model, and by another one while it moves there.

Search and enrolment work on one version, by its `key`. Keys are never used again: what a process
remembers of a version never meets the faces of another model.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import uuid4

from vision.faces.face_model import FaceModel
from vision.gallery.space_rows import Connected

LOCK_SPACE = "SELECT pg_advisory_xact_lock(hashtextextended('vision space ' || %s, 0))"
# What a transaction reads is as it was at its first statement: a switch to another version, and the
# deletion of the old one, do not come between.
SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"

_VERSIONS = """
    SELECT state, name, model, digest, coalesce(
        people, (SELECT count(*) FROM vision.persons WHERE space = spaces.name)
    ) FROM vision.spaces WHERE coalesce(version_of, name) = %s AND state <> 'Old'
"""
_KEYS = "SELECT name FROM vision.spaces WHERE coalesce(version_of, name) = %s"
_ADD = """
    INSERT INTO vision.spaces (name, version_of, state, model, digest, people)
    VALUES (%(key)s, %(space)s, %(state)s, %(model)s, %(digest)s, 0)
"""
_HAS_PEOPLE = "SELECT EXISTS (SELECT 1 FROM vision.persons WHERE space = %s)"
_SET_STATE = "UPDATE vision.spaces SET state = %s WHERE name = %s"
_DROP = "DELETE FROM vision.spaces WHERE name = %s"


class State(StrEnum):
    """What a version is for: searched; being filled by a move; being deleted."""

    CURRENT = "Current"
    NEXT = "Next"
    OLD = "Old"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a space, and how many people it has."""

    key: str
    model: str
    digest: str
    people: int

    def __str__(self) -> str:
        return f"{self.model} ({self.digest[:12]})"


class SpaceHasOtherModel(Exception):
    """A space's faces are of a model that this server does not have."""

    def __init__(self, version: Version, models: Iterable[FaceModel]) -> None:
        here = ", ".join(map(str, models))
        super().__init__(
            f"The faces of this space are of the model {version}; here is {here}."
            " Name it in VISION_FACE_MODEL or VISION_OTHER_FACE_MODELS, or move the space with"
            " python -m vision.reembed."
        )


Versions = Mapping[State, Version]


def versions_of(connection: Connected, space: str) -> Versions:
    """Return the current version of a space, and the next one; without those there are not."""
    rows = connection.execute(_VERSIONS, [space]).fetchall()
    return {
        State(str(state)): Version(
            key=str(key), model=str(model), digest=str(digest), people=int(str(people))
        )
        for state, key, model, digest, people in rows
    }


def keys_of(connection: Connected, space: str) -> list[str]:
    """Return the keys of all versions of a space, also of those that are being deleted."""
    return [str(key) for (key,) in connection.execute(_KEYS, [space]).fetchall()]


def add_version(connection: Connected, space: str, model: FaceModel, state: State) -> Version:
    """Add an empty version of a space; the first has the key of the space's name."""
    key = space if not keys_of(connection, space) else f"{space}@{uuid4().hex}"
    values = {"key": key, "space": space, "state": state}
    connection.execute(_ADD, values | {"model": model.name, "digest": model.digest})
    return Version(key=key, model=model.name, digest=model.digest, people=0)


def versions_to_enrol(
    connection: Connected, space: str, models: Mapping[str, FaceModel]
) -> Versions:
    """Return the versions of a space, under its lock; a new space gets one.

    A space of another model that has no people, and does not move, gets one instead.

    :param models: by their digests; a new version is of the first.
    """
    versions, model = versions_of(connection, space), next(iter(models.values()))
    current = versions.get(State.CURRENT)
    if current is None:
        return {State.CURRENT: add_version(connection, space, model, State.CURRENT)}
    if current.digest in models or State.NEXT in versions or _has_people(connection, current):
        return versions
    set_state(connection, current, State.OLD)
    added = add_version(connection, space, model, State.CURRENT)
    drop_version(connection, current.key)  # last: a space without a row would use the key again
    return {State.CURRENT: added}


def set_state(connection: Connected, version: Version, state: State) -> None:
    """Say what a version is for from now on."""
    connection.execute(_SET_STATE, [state, version.key])


def drop_version(connection: Connected, key: str) -> None:
    """Delete a version, with the people that it still has."""
    connection.execute(_DROP, [key])


def _has_people(connection: Connected, version: Version) -> bool:
    return connection.execute(_HAS_PEOPLE, [version.key]).fetchone() == (True,)
