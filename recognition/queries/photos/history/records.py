"""History entries of the photo's own records: publication, processing, attempts, results."""

from collections.abc import Iterator

from recognition.models import AttemptOutcome, Photo, PhotoAttempt, PhotoState
from recognition.queries.photos.history.entries import HistoryEntry

_OUTCOMES = {
    AttemptOutcome.FAILED: "failed",
    AttemptOutcome.BUSY: "has to wait",
    AttemptOutcome.RECOGNIZED: "succeeded",
}


def publication(photo: Photo) -> Iterator[HistoryEntry]:
    """Return the photo's publication and its deletion; the deletion may come first."""
    if photo.image_url:
        yield HistoryEntry(
            occurred_on=photo.created_on,
            kind="Published",
            text=f"PhotoPublished came for the album {photo.album_id}.",
            details={"albumId": str(photo.album_id), "imageUrl": photo.image_url},
        )
    if photo.state == PhotoState.DELETED:
        before = "" if photo.image_url else ", before any other"
        yield HistoryEntry(
            occurred_on=photo.updated_on, kind="Deleted", text=f"PhotoDeleted came{before}."
        )


def processings(photo: Photo) -> Iterator[HistoryEntry]:
    """Return each time that a job or staff had the photo processed again.

    The rows are kept for `JOBS_KEEP` after the job's end.
    """
    for row in photo.processed_by.order_by("pk"):
        chosen_by = f"Taken by the job {row.job_id}" if row.job_id else "Chosen by staff"
        yield HistoryEntry(
            occurred_on=row.taken_on,
            kind="Reprocessed",
            text=f"{chosen_by} ({row.mode}).",
            details={"jobId": str(row.job_id) if row.job_id else None, "mode": row.mode},
        )


def attempts(photo: Photo) -> Iterator[HistoryEntry]:
    """Return the attempts that were recorded, with the time of the next one."""
    for attempt in photo.attempts.order_by("pk"):
        again = attempt.next_attempt_on
        yield HistoryEntry(
            occurred_on=attempt.occurred_on,
            kind=f"Attempt{attempt.outcome}",
            text=_attempt_in_words(attempt),
            details={
                "recogniser": attempt.recogniser,
                "reason": attempt.reason,
                "nextAttemptOn": again.isoformat() if again else None,
            },
        )


def _attempt_in_words(attempt: PhotoAttempt) -> str:
    outcome = AttemptOutcome(attempt.outcome)
    text = f"{attempt.recogniser} {_OUTCOMES[outcome]}: {attempt.reason}"
    if outcome is AttemptOutcome.RECOGNIZED:
        return text
    again = attempt.next_attempt_on
    when = f"Next attempt at {again:%Y-%m-%d %H:%M:%S} UTC." if again else "No further attempt."
    return f"{text} {when}"


def recognitions(photo: Photo) -> Iterator[HistoryEntry]:
    """Return when faces and numbers were last recognised, with the present results."""
    if photo.faces_recognized_on:
        persons = list(photo.persons.order_by("person_id").values_list("person_id", flat=True))
        yield HistoryEntry(
            occurred_on=photo.faces_recognized_on,
            kind="FacesRecognized",
            text=f"Faces recognised: {', '.join(persons) or 'none'}.",
            details={"persons": persons},
        )
    if photo.numbers_recognized_on:
        accepted = photo.numbers.filter(rejection="").order_by("value")
        tags = list(accepted.values_list("value", flat=True))
        yield HistoryEntry(
            occurred_on=photo.numbers_recognized_on,
            kind="NumbersRecognized",
            text=f"Numbers recognised: {', '.join(tags) or 'none'}.",
            details={"tags": tags},
        )


def numbers(photo: Photo) -> Iterator[HistoryEntry]:
    """Return which numbers were kept and which were rejected, and why."""
    for number in photo.numbers.order_by("rejection", "value"):
        value, source, rejection = number.value, number.source, number.rejection
        rejected = f"{value!r} rejected, read by {source}: {rejection}."
        yield HistoryEntry(
            occurred_on=number.read_on,
            kind="NumberRejected" if rejection else "NumberKept",
            text=rejected if rejection else f"{value} kept, read by {source}.",
            details={
                "value": value,
                "source": source,
                "rejection": rejection or None,
                "confidence": number.confidence,
            },
        )
