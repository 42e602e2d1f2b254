"""The file of erasures, outside the database: a restored backup gets them again from it.

A line of JSON an erasure: `{"erasureId", "kind", "subject", "why", "by", "orderedOn"}`. It has the
ids that were erased, since without them the rows of a backup cannot be found.
"""

import json
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from foundation.privacy.models import Erasure, SubjectKind

_ID_ENDS = len(json.dumps({"erasureId": str(UUID(int=0))})) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenErasure:
    """An erasure as a line of the file has it."""

    erasure_id: UUID
    kind: SubjectKind
    subject: dict[str, Any]
    why: str
    ordered_by: str
    ordered_on: datetime


@dataclass(frozen=True, slots=True)
class WrittenErasures:
    """What can be read of a file, each erasure once, and the faults of the lines that cannot."""

    erasures: dict[UUID, WrittenErasure] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def append(erasure: Erasure) -> None:
    """Append an erasure and wait until it is on the disk; without `ERASURES_FILE` do nothing.

    :raises OSError: it is not in the file as a whole; append it again.
    """
    if not settings.ERASURES_FILE:
        return
    line = {
        "erasureId": str(erasure.pk),
        "kind": erasure.kind,
        "subject": erasure.subject,
        "why": erasure.why,
        "by": erasure.started_by,
        "orderedOn": erasure.created_on.isoformat(),
    }
    path = Path(settings.ERASURES_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    opened = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        # One write of a whole line: several processes may append.
        text = _missing_line_end(opened) + (json.dumps(line) + "\n").encode()
        if (written := os.write(opened, text)) < len(text):
            raise OSError(f"{path}: only {written} of {len(text)} bytes were written")
        os.fsync(opened)
    finally:
        os.close(opened)


def _missing_line_end(opened: int) -> bytes:
    """Return a line end if the last line has none: its disk was full, for example."""
    size = os.fstat(opened).st_size
    return b"\n" if size and os.pread(opened, 1, size - 1) != b"\n" else b""


def read(path: Path) -> WrittenErasures:
    """Return the erasures of a file in their order, and each line that cannot be read.

    :raises OSError: the file cannot be opened.
    """
    lines = path.read_bytes().split(b"\n")
    found = WrittenErasures()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or _is_repeated(line, lines[number:]):
            continue
        try:
            erasure = _erasure_of(line)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            fault = f"{path}, line {number}: {type(error).__name__}: {error}"
            found.faults.append(fault)
        else:
            found.erasures.setdefault(erasure.erasure_id, erasure)
    return found


def _is_repeated(line: bytes, later: list[bytes]) -> bool:
    """Return whether a torn line was appended again; it has to have its whole id."""
    is_torn = len(line) >= _ID_ENDS and not line.endswith(b"}")
    return is_torn and any(other.startswith(line) and other != line for other in later)


def _erasure_of(line: bytes) -> WrittenErasure:
    values = json.loads(line)
    return WrittenErasure(
        erasure_id=UUID(values["erasureId"]),
        kind=SubjectKind(values["kind"]),
        subject={**values["subject"], "digests": list(values["subject"]["digests"])},
        why=values["why"],
        ordered_by=values["by"],
        ordered_on=datetime.fromisoformat(values["orderedOn"]),
    )
