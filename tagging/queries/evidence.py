"""What is weighed: the number provider's reading of a photo, and how far a tagger is believed."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Count, Q

from recognition.models import NumberRejection, NumberSource, Photo, PhotoNumber, SuggestedNumber
from recognition.strategies import pipeline_of
from tagging.evidence import Machine, Skill, skill_of
from tagging.models import Certainty, KnownAnswerReading, TaggingTask
from tagging.queries.compared import PLACES
from tagging.queries.quality import find_comparison

# The newest of each kind that count: what an answer costs does not grow with the years.
NEWEST = 500
_USABLE = ("", NumberRejection.LOW_CONFIDENCE)


def machine_reading(photo: Photo) -> Machine | None:
    """Return the numbers that the provider read on a photo, with its confidence; None: not asked.

    Accepted ones, those that are not sure enough for the album, and suggestions. Not those that
    the checks reject, or that came without a confidence.
    """
    read: list[PhotoNumber | SuggestedNumber] = [
        *photo.numbers.filter(source=NumberSource.PROVIDER),
        *photo.suggested_numbers.all(),
    ]
    if not read and pipeline_of(photo.album).request is None:
        return None
    chances: dict[str, float] = {}
    for number in read:
        if number.rejection in _USABLE and number.confidence is not None:
            chances[number.value] = max(number.confidence, chances.get(number.value, 0))
    return chances


def skills_of(tagator_ids: Collection[UUID], without: UUID) -> Mapping[UUID, Skill]:
    """Return how far these taggers are believed.

    :param without: the first task of the photo that is weighed; it says nothing about itself.
    """
    return {tagator_id: _skill_of(tagator_id, without) for tagator_id in tagator_ids}


def certainty_of(task: TaggingTask) -> Certainty | None:
    """Return how sure the photo of a task is, by all its readings; None: it was not weighed."""
    comparison = find_comparison(task)
    return Certainty.objects.filter(pk=comparison.pk if comparison else task.pk).first()


def _skill_of(tagator_id: UUID, without: UUID) -> Skill:
    right = checked = 0
    for place in PLACES:
        others = place.readings_but(tagator_id, without)
        newest = others.order_by(f"-{place.compared_on}")[:NEWEST]
        counted = newest.aggregate(**place.counts())
        right += counted["agreed"] + counted["settled_right"]
        checked += counted["agreed"] + counted["settled"]
    known = KnownAnswerReading.objects.filter(tagator=tagator_id).order_by("-read_on")[:NEWEST]
    read = known.aggregate(
        count=Count("pk"),
        hits=Count("pk", filter=Q(is_hit=True)),
        repeated=Count("pk", filter=Q(misled=True)),
        led_astray=Count("pk", filter=Q(misled__isnull=False)),
    )
    return skill_of(
        right + read["hits"], checked + read["count"], read["repeated"], read["led_astray"]
    )
