"""Readings that were compared with others of their photo, by their place among these.

The first two stand in the comparison itself, a third and a fourth one beside it.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Model, Q, QuerySet

from tagging.models import Comparison, LaterReading

# The first two readings are the same. If they differ, a later one cannot agree with both.
_FIRST_TWO_AGREE = Q(
    comparison__first_numbers=F("comparison__second_numbers"),
    comparison__first_custom_tags=F("comparison__second_custom_tags"),
)
_LIKE_THE_FIRST = Q(
    numbers=F("comparison__first_numbers"), custom_tags=F("comparison__first_custom_tags")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPlace:
    """One place of a reading, and the fields that it has there.

    `own` begins the fields of the reading, `shared` those of all readings of the photo.
    """

    name: str
    model: type[Model]
    own: str
    shared: str
    compared_on: str
    comparison: str
    compares: Q | None = None

    @property
    def tagator(self) -> str:
        return f"{self.own}tagator"

    def readings(self, tagator: Any) -> QuerySet[Any, Any]:
        """Return a tagger's compared readings in this place."""
        return self.model._default_manager.filter(
            **{f"{self.shared}agrees__isnull": False, self.tagator: tagator}
        )

    def readings_but(self, tagator_id: UUID, comparison_id: UUID) -> QuerySet[Any, Any]:
        """Return them without the one of a photo."""
        return self.readings(tagator_id).exclude(**{self.comparison: comparison_id})

    def counts(self) -> dict[str, Count]:
        """Return what is counted of them."""
        agrees = Q(**{f"{self.shared}agrees": True})
        is_settled = Q(**{f"{self.shared}settled_on__isnull": False})
        was_right = Q(
            **{
                f"{self.shared}settled_{what}": F(f"{self.own}{what}")
                for what in ("numbers", "custom_tags")
            }
        )
        return {
            "compared": Count("pk", filter=agrees | self.compares if self.compares else None),
            "agreed": Count("pk", filter=agrees),
            "settled": Count("pk", filter=is_settled),
            "settled_right": Count("pk", filter=was_right),
        }


PLACES = (
    *(
        ReadingPlace(
            name=name,
            model=Comparison,
            own=f"{name}_",
            shared="",
            compared_on="compared_on",
            comparison="pk",
        )
        for name in ("first", "second")
    ),
    ReadingPlace(
        name="later",
        model=LaterReading,
        own="",
        shared="comparison__",
        compared_on="read_on",
        comparison="comparison",
        compares=_FIRST_TWO_AGREE & ~_LIKE_THE_FIRST,
    ),
)
COUNTED = ("compared", "agreed", "settled", "settled_right")
