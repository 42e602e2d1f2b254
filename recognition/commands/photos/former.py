"""Numbers of a photo that are replaced: they stay in its history."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from recognition.judged_rows import stored_verdict
from recognition.models import FormerNumber, NumberSource, Photo, PhotoNumber, SuggestedNumber


def keep_former_numbers(
    replaced: Iterable[PhotoNumber], by: Iterable[PhotoNumber], now: datetime
) -> None:
    """Keep numbers that are about to be deleted, unless the same reading has the same verdict."""
    stay = {(number.read_on, *stored_verdict(number)) for number in by}
    FormerNumber.objects.bulk_create(
        _former(
            number,
            now,
            source=number.source,
            is_suggestion=False,
            basis=number.basis,
            evidence=number.evidence,
            judged_on=number.judged_on,
        )
        for number in replaced
        if (number.read_on, *stored_verdict(number)) not in stay
    )


def keep_former_suggestions(photo: Photo, now: datetime) -> None:
    replaced = list(photo.suggested_numbers.all())
    source = NumberSource.PROVIDER
    FormerNumber.objects.bulk_create(
        _former(number, now, source=source, is_suggestion=True, judged_on=number.read_on)
        for number in replaced
    )
    photo.suggested_numbers.all().delete()


def _former(number: PhotoNumber | SuggestedNumber, now: datetime, **fields: Any) -> FormerNumber:
    return FormerNumber(
        photo_id=number.photo_id,
        value=number.value,
        rejection=number.rejection,
        confidence=number.confidence,
        replaced_on=now,
        **fields,
    )
