"""Which jobs took the photo, and when staff chose it, to be processed again."""

from collections.abc import Iterator

from recognition.models import Photo, ProcessedPhoto
from recognition.queries.photos.history.entries import Happening


def takings(photo: Photo) -> Iterator[Happening]:
    """Tell of each time the photo was taken; this is kept `JOBS_KEEP` after the job's end."""
    for taken in photo.processed_by.order_by("pk").select_related("job"):
        yield Happening(
            # A row of before the time was written down is as old as its job, at most.
            occurred_on=taken.taken_on or (taken.job or photo).created_on,
            kind="Reprocessed",
            text=_said(taken),
            details={
                "jobId": str(taken.job.pk) if taken.job else None,
                "mode": taken.mode or None,
            },
        )


def _said(taken: ProcessedPhoto) -> str:
    who = f"Taken by the job {taken.job.pk}" if taken.job else "Chosen by staff"
    return f"{who} ({taken.mode})." if taken.mode else f"{who}."
