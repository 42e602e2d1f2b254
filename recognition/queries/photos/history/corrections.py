"""Corrections in a photo's history."""

from collections.abc import Iterator, Sequence

from recognition.models import CorrectedResult, Photo
from recognition.queries.photos.history.entries import PhotoHistoryEntry


def corrections(photo: Photo) -> Iterator[PhotoHistoryEntry]:
    """Return what staff corrected: who, when, what was there before, and why."""
    for row in photo.corrections.order_by("pk"):
        what = CorrectedResult(row.result)
        text = (
            f"{what} corrected by {row.corrected_by or 'staff'}: {_change(row.before, row.after)}."
        )
        facts = {"by": row.corrected_by, "before": row.before, "after": row.after}
        yield PhotoHistoryEntry(
            row.corrected_on, f"{what}Corrected", text, {**facts, "reason": row.reason}
        )


def _change(before: Sequence[str], after: Sequence[str]) -> str:
    return f"{', '.join(before) or 'none'} → {', '.join(after) or 'none'}"
