"""Numbers that a photo's strategy does not ask for: kept as suggestions for taggers, never sent."""

from recognition.commands.photos.results import checked_numbers
from recognition.models import Photo, RecognitionType, SuggestedNumber
from recognition.numbers import NumberRules
from recognition.providers.numbers.callbacks import PhotoReport
from recognition.strategies import pipeline_of


def keep_suggestions(
    photo: Photo, report: PhotoReport, asked_for: RecognitionType, rules: NumberRules
) -> bool:
    """Make the report's numbers the photo's suggestions, in place of earlier ones.

    Say whether there were any. Nothing changes where the strategy asks the number provider: then
    its numbers are results. The photo is locked by the caller, and not deleted.
    """
    asks = pipeline_of(photo.album).request is not None
    if asks or asked_for is RecognitionType.FACE:
        return False
    checked = checked_numbers(photo, report.numbers, rules)
    # A value may be read twice, and rejected once: then the accepted reading stays.
    by_value = {read.value: read for read in sorted(checked, key=lambda read: not read.rejection)}
    photo.suggested_numbers.all().delete()
    SuggestedNumber.objects.bulk_create(
        SuggestedNumber(
            photo=photo,
            value=read.value,
            rejection=read.rejection,
            confidence=read.confidence,
            box=read.box,
        )
        for read in by_value.values()
    )
    return bool(by_value)
