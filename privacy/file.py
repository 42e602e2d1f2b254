"""The file of erasures, outside the database: a restored backup gets them again from it.

A line of JSON an erasure: `{"erasureId", "kind", "subject", "why", "by", "orderedOn"}`. It has the
ids that were erased, since without them the rows of a backup cannot be found.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from privacy.models import Erasure


def append(erasure: Erasure) -> None:
    """Append an erasure and wait until it is on the disk; without `ERASURES_FILE` do nothing."""
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
    # One write of a whole line: several processes may append.
    opened = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(opened, (json.dumps(line) + "\n").encode())
        os.fsync(opened)
    finally:
        os.close(opened)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the erasures of a file, each once, in their order."""
    seen = set()
    for line in path.read_text().splitlines():
        if line.strip() and (found := json.loads(line))["erasureId"] not in seen:
            seen.add(found["erasureId"])
            yield found
