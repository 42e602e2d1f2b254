"""What the photo's own records tell: its publication and deletion, attempts, results."""

from collections.abc import Iterator

from recognition.models import AttemptOutcome, Photo, PhotoAttempt, PhotoNumber, PhotoState
from recognition.queries.photos.history.entries import Happening

_WORDS = {
    AttemptOutcome.FAILED: "failed",
    AttemptOutcome.BUSY: "has to wait",
    AttemptOutcome.RECOGNIZED: "succeeded",
}


def life(photo: Photo) -> Iterator[Happening]:
    """Tell of the photo's publication and of its deletion, which may come first."""
    if photo.image_url:
        yield Happening(
            occurred_on=photo.created_on,
            kind="Published",
            text=f"PhotoPublished came for the album {photo.album_id}.",
            details={"albumId": str(photo.album_id), "imageUrl": photo.image_url},
        )
    if photo.state == PhotoState.DELETED:
        yield Happening(
            occurred_on=photo.updated_on,
            kind="Deleted",
            text="PhotoDeleted came."
            if photo.image_url
            else "PhotoDeleted came, before any other.",
        )


def attempts(photo: Photo) -> Iterator[Happening]:
    """Tell of the attempts that did not end well, and when the next ones were to be."""
    for attempt in photo.attempts.order_by("pk"):
        yield Happening(
            occurred_on=attempt.occurred_on,
            kind=f"Attempt{attempt.outcome}",
            text=_said(attempt),
            details={
                "recogniser": attempt.recogniser,
                "reason": attempt.reason,
                "nextAttemptOn": _iso(attempt.next_attempt_on),
            },
        )


def _said(attempt: PhotoAttempt) -> str:
    outcome = AttemptOutcome(attempt.outcome)
    said = f"{attempt.recogniser} {_WORDS[outcome]}: {attempt.reason}"
    if outcome is AttemptOutcome.RECOGNIZED:
        return said
    again = attempt.next_attempt_on
    when = f"Next attempt at {again:%Y-%m-%d %H:%M:%S} UTC." if again else "No further attempt."
    return f"{said} {when}"


def recognitions(photo: Photo) -> Iterator[Happening]:
    """Tell when faces and numbers were last recognised, and which persons that gave."""
    if photo.faces_recognized_on:
        persons = list(photo.persons.order_by("person_id").values_list("person_id", flat=True))
        yield Happening(
            occurred_on=photo.faces_recognized_on,
            kind="FacesRecognized",
            text=f"Faces recognised: {', '.join(persons) or 'nobody'}.",
            details={"persons": persons},
        )
    if photo.numbers_recognized_on:
        tags = photo.numbers.filter(rejection="").order_by("value").values_list("value", flat=True)
        yield Happening(
            occurred_on=photo.numbers_recognized_on,
            kind="NumbersRecognized",
            text=f"Numbers recognised: {', '.join(tags) or 'none'}.",
            details={"tags": list(tags)},
        )


def numbers(photo: Photo) -> Iterator[Happening]:
    """Tell which numbers were kept and which were rejected, and why."""
    for number in photo.numbers.order_by("rejection", "value"):
        kept = not number.rejection
        yield Happening(
            # A row of before the time was written down is as old as the photo, at least.
            occurred_on=number.read_on or photo.created_on,
            kind="NumberKept" if kept else "NumberRejected",
            text=_kept(number) if kept else _rejected(number),
            details={
                "value": number.value,
                "source": number.source,
                "rejection": number.rejection or None,
                "confidence": number.confidence,
            },
        )


def _kept(number: PhotoNumber) -> str:
    return f"{number.value} kept, read by {number.source}."


def _rejected(number: PhotoNumber) -> str:
    return f"{number.value!r} rejected, read by {number.source}: {number.rejection}."


def _iso(moment: object) -> str | None:
    return moment.isoformat() if hasattr(moment, "isoformat") else None
