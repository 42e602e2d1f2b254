"""GeoLocationActivity: the participant checked in somewhere."""

from decimal import Decimal
from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, numeric, text
from programs.activity_types import Span
from programs.criteria import Near, Same, TaskCriteria
from programs.readers import degrees, guid, timestamp


@activity_type
class GeoLocationActivity(ActivityKind):
    type: ClassVar = "GeoLocationActivity"
    happens: ClassVar = "CheckedInOn"
    required: ClassVar = {
        "LocationId": guid,
        "Latitude": degrees(90),
        "Longitude": degrees(180),
        "CheckedInOn": timestamp,
    }
    variables: ClassVar = {
        "location_id": text(
            "LocationId", "The location's id, as text.", "9c8b7a6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"
        ),
        "latitude": numeric(
            "Latitude",
            "Degrees to the north.",
            "52.5163",
            Span(least=Decimal(-90), most=Decimal(90)),
            unit="°",
        ),
        "longitude": numeric(
            "Longitude",
            "Degrees to the east.",
            "13.3777",
            Span(least=Decimal(-180), most=Decimal(180)),
            unit="°",
        ),
        "checked_in_on": text("CheckedInOn", "When, as text.", "2026-05-17T09:30:00Z"),
    }
    criteria: ClassVar = TaskCriteria(
        [Same(key="locationId", fact="LocationId", reader=guid)],
        [
            Near(
                latitude="latitude",
                longitude="longitude",
                radius="radiusMeters",
                point=("Latitude", "Longitude"),
            )
        ],
    )
