"""GeoLocationActivity: the participant checked in somewhere."""

from decimal import Decimal
from typing import ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.activity_types import Span
from programs.criteria import Near, Same, TaskCriteria
from programs.readers import degrees, guid, timestamp


@activity_type
class GeoLocationActivity(ActivityKind):
    type: ClassVar = "GeoLocationActivity"
    required: ClassVar = {
        "LocationId": guid,
        "Latitude": degrees(90),
        "Longitude": degrees(180),
        "CheckedInOn": timestamp,
    }
    variables: ClassVar = {
        "location_id": DataVariable(
            key="LocationId",
            says="The location's id, as text.",
            example="9c8b7a6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d",
        ),
        "latitude": DataVariable(
            key="Latitude",
            says="Degrees to the north.",
            example=Decimal("52.5163"),
            span=Span(least=Decimal(-90), most=Decimal(90)),
        ),
        "longitude": DataVariable(
            key="Longitude",
            says="Degrees to the east.",
            example=Decimal("13.3777"),
            span=Span(least=Decimal(-180), most=Decimal(180)),
        ),
        "checked_in_on": DataVariable(
            key="CheckedInOn", says="When, as text.", example="2026-05-17T09:30:00Z"
        ),
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
