"""Numbers that a photo's strategy does not ask for: kept as suggestions for taggers, never sent."""

from recognition.commands.photos.former_numbers import keep_former_suggestions
from recognition.commands.photos.verdicts import checked_reading, judged_rows
from recognition.judging import Knowledge
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
    read = [(number, checked_reading(number, rules)) for number in report.numbers]
    checked = judged_rows(photo, read, Knowledge(minimum=photo.album.required_confidence))
    keep_former_suggestions(list(photo.suggested_numbers.all()))
    photo.suggested_numbers.all().delete()
    SuggestedNumber.objects.bulk_create(
        SuggestedNumber(
            photo=photo,
            value=number.value,
            rejection=number.rejection,
            confidence=number.confidence,
            box=number.box,
        )
        for number in checked
    )
    return bool(checked)
