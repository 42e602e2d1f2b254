"""The sketches of large spaces in this process, and how they follow the database.

A large space is read once, in the background; until then it is searched exactly. Before each search
the sketches take in the deletions, by the numbers that the database keeps of deleted people, and
the rows with higher numbers than their last one. New people get their numbers under the lock of
their space, so their rows appear in this order. The sketches lie in a file, so that a server that
starts again reads only what is new; the file is checked against the database and made again
if it is wrong.
"""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock
from time import perf_counter

import structlog

from vision.gallery.columns import Columns, Matrix, NotOurs
from vision.gallery.sketch_files import SketchFile, claimed, remove_others
from vision.gallery.sketches import BYTES_A_FACE, FIRST, Sketches, geometry_of, room_for
from vision.gallery.space_rows import (
    Connected,
    all_faces,
    count_and_sum,
    database_of,
    deleted_numbers,
    deletions_of,
    faces_after,
    faces_of,
    large_spaces,
)

log = structlog.get_logger()

CHECKED = 256  # faces of a file, compared with the database: as many evenly, and as many at the end


@dataclass(slots=True, kw_only=True)
class LargeSpace:
    """A space's sketches; `deletions` is the space's count of those that they have taken in."""

    sketches: Sketches
    deletions: int
    file: SketchFile | None
    identity: dict[str, str]
    saved: int = 0
    lock: Lock = field(default_factory=Lock)

    def save(self) -> None:
        """Keep the rows in the file, if there is one."""
        if self.file is not None:
            self.sketches.columns.save(self.identity, self.deletions)
        self.saved = self.sketches.columns.count

    def forget(self) -> None:
        """Delete the file."""
        if self.file is not None:
            self.file.remove()
            self.file = None


class LargeSpaces:
    """The spaces of more than `above` people, as far as `most_bytes` of memory suffice."""

    def __init__(self, *, above: int, most_bytes: int, folder: Path | None = None) -> None:
        """Keep the sketches in files of a folder, or only in memory."""
        self._above, self._most_bytes, self._folder = above, most_bytes, folder
        self._spaces: dict[str, LargeSpace] = {}
        self._stopping = Event()

    def stop(self) -> None:
        """Make `refresh` return soon; it drops what it is reading. Keep and unlock the files."""
        self._stopping.set()
        for known in self._spaces.values():
            with known.lock:
                known.save()
                if known.file is not None:
                    known.file.lock.close()
                    known.file = None
        self._spaces = {}

    def refresh(self, connection: Connected) -> None:
        """Read the large spaces that are not known yet, and save those that grew.

        A space that is no longer large, or does not fit in memory, is searched exactly.
        """
        database, left = database_of(connection), self._most_bytes
        wanted = set[str]()
        for name, people in large_spaces(connection, self._above):
            if self._stopping.is_set():
                return
            if people * BYTES_A_FACE > left:
                continue
            left -= people * BYTES_A_FACE
            wanted.add(name)
            self._prepare(connection, database, name, people)
        for name in set(self._spaces) - wanted:
            self.forget(name)
        if self._folder is not None:
            remove_others(self._folder, database, wanted)

    def forget(self, space: str) -> None:
        """Drop the sketches of a space, and their file."""
        known = self._spaces.pop(space, None)
        if known is not None:
            with known.lock:
                known.forget()

    def up_to_date(self, connection: Connected, space: str) -> Sketches | None:
        """Return the sketches of a space with all its people; None: search it exactly."""
        known = self._spaces.get(space)
        if known is None:
            return None
        with known.lock:
            deletions = deletions_of(connection, space)
            if deletions < known.deletions:
                # Another search has seen more. Whom this one sees may be deleted: it adds no one.
                return None
            follows = _follow_deletions(connection, space, known, deletions)
            if follows:
                _take_in(connection, space, known)
        if not follows:
            self.forget(space)
            return None
        return known.sketches

    def _prepare(self, connection: Connected, database: str, space: str, people: int) -> None:
        known = self._spaces.get(space)
        if known is not None and self.up_to_date(connection, space) is not None:
            with known.lock:
                if known.saved != known.sketches.columns.count:
                    known.save()
            return
        self.forget(space)
        file = claimed(self._folder, database, space) if self._folder is not None else None
        identity = {"database": database, "space": space}
        known = _from_file(connection, file, identity) if file is not None else None
        known = known or self._read(connection, file, identity, people)
        if known is not None:
            self._spaces[space] = known
        elif file is not None:
            file.lock.close()

    def _read(
        self, connection: Connected, file: SketchFile | None, identity: dict[str, str], people: int
    ) -> LargeSpace | None:
        begun, known, space = perf_counter(), None, identity["space"]
        deletions = deletions_of(connection, space)
        for numbers, faces in all_faces(connection, space):
            if known is None:
                path = file.new if file is not None else None
                columns = Columns.made(geometry_of(faces), FIRST, room_for(people), path)
                known = LargeSpace(
                    sketches=Sketches(columns), deletions=deletions, file=file, identity=identity
                )
            _add(known, numbers, faces)
            if self._stopping.is_set():
                return None
        if known is not None:
            known.save()
            if file is not None and file.new.exists():
                file.new.replace(file.path)
        seconds = round(perf_counter() - begun, 1)
        log.info("large_space_read", space=space, people=people, seconds=seconds)
        return known


def _from_file(
    connection: Connected, file: SketchFile, identity: dict[str, str]
) -> LargeSpace | None:
    """Open a space's file and take in what was deleted since; None: it must be made again."""
    begun, space = perf_counter(), identity["space"]
    try:
        columns, deletions = Columns.opened(file.path, identity)
    except NotOurs:
        return None
    known = LargeSpace(
        sketches=Sketches(columns),
        deletions=deletions,
        file=file,
        identity=identity,
        saved=columns.count,
    )
    now = deletions_of(connection, space)
    follows = _follow_deletions(connection, space, known, now)
    if not follows or not _is_true(connection, space, known):
        return None
    log.info("large_space_opened", space=space, seconds=round(perf_counter() - begun, 1))
    return known


def _is_true(connection: Connected, space: str, known: LargeSpace) -> bool:
    """Return whether the file has the database's rows, and the faces of some of them."""
    sketches = known.sketches
    live = sketches.live_numbers()
    there = count_and_sum(connection, space, sketches.last_number)
    if there != (len(live), int(live.sum())):
        return False
    some = [*live[:: max(1, len(live) // CHECKED)].tolist(), *live[-CHECKED:].tolist()]
    found = faces_of(connection, space, some)
    return found is None or sketches.agree(*found)


def _follow_deletions(connection: Connected, space: str, known: LargeSpace, deletions: int) -> bool:
    """Wipe the sketches of people deleted since; False: not all of their numbers are known."""
    if deletions == known.deletions:
        return True
    numbers = deleted_numbers(connection, space, known.deletions, deletions)
    if len(numbers) != deletions - known.deletions:
        return False
    known.sketches.wipe(numbers)
    known.deletions = deletions
    known.save()
    return True


def _take_in(connection: Connected, space: str, known: LargeSpace) -> None:
    """Add the people who came since."""
    fresh = faces_after(connection, space, known.sketches.last_number)
    if fresh is not None:
        _add(known, *fresh)


def _add(known: LargeSpace, numbers: list[int], faces: Matrix) -> None:
    """Add faces; where there is no room, in new columns: another thread may search in the old."""
    columns = known.sketches.columns
    total = columns.count + len(numbers)
    if total > columns.shape.room:
        path = known.file.new if known.file is not None else None
        larger = Columns.made(columns.geometry, FIRST, room_for(total), path)
        columns.copy_to(larger)
        known.sketches = Sketches(larger)
        if known.file is not None:
            known.save()
            known.file.new.replace(known.file.path)
    known.sketches.add(numbers, faces)
