"""Numbers that others replace: kept for the photo's history."""

from collections.abc import Iterable, Sequence
from typing import Any

from recognition.commands.photos.verdicts import standing
from recognition.models import FormerNumber, NumberSource, PhotoNumber, SuggestedNumber
from records.writing import insert_few


def keep_former_numbers(replaced: Iterable[PhotoNumber], by: Iterable[PhotoNumber]) -> None:
    """Keep numbers that are about to be deleted.

    The same verdict on the same reading is not kept: it stands, it was only judged once more.
    """
    stay = {(number.read_on, *standing(number)) for number in by}
    insert_few(
        [
            _former(
                number,
                source=number.source,
                is_suggestion=False,
                basis=number.basis,
                evidence=number.evidence,
                judged_on=number.judged_on,
            )
            for number in replaced
            if (number.read_on, *standing(number)) not in stay
        ]
    )


def keep_former_suggestions(replaced: Sequence[SuggestedNumber]) -> None:
    """Keep suggestions that are about to be deleted."""
    insert_few(
        [
            _former(
                number,
                source=NumberSource.PROVIDER,
                is_suggestion=True,
                judged_on=number.read_on,
            )
            for number in replaced
        ]
    )


def _former(number: PhotoNumber | SuggestedNumber, **fields: Any) -> FormerNumber:
    return FormerNumber(
        photo_id=number.photo_id,
        value=number.value,
        rejection=number.rejection,
        confidence=number.confidence,
        **fields,
    )
