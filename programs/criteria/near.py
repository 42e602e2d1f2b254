"""A criterion of places: a point within a radius of another one."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.backends.postgresql.psycopg_any import NumericRange
from django.db.models import FloatField, Func, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.db.models.lookups import LessThanOrEqual

from programs.criteria.kinds import Criterion, Values
from programs.criteria.spans import UNBOUNDED, text_of
from programs.readers import Reader, degrees, radius

EARTH_RADIUS = 6_371_008.8  # metres, the mean of WGS 84
_METRES_A_DEGREE = math.radians(1) * EARTH_RADIUS


@dataclass(frozen=True, slots=True, kw_only=True)
class Near(Criterion):
    """The activity's point is within a radius in metres of the task's, on a sphere."""

    latitude: str
    longitude: str
    radius: str
    point: tuple[str, str]

    @property
    def names(self) -> Sequence[str]:
        return self.point

    @property
    def keys(self) -> Mapping[str, Reader]:
        return {self.latitude: degrees(90), self.longitude: degrees(180), self.radius: radius}

    def faults(self, wanted: Values) -> Iterator[tuple[str, str]]:
        if self.is_set(wanted):
            yield from ((key, "is missing") for key in self.keys if key not in wanted)

    def spans(self, wanted: Values) -> Sequence[NumericRange]:
        latitude, longitude, radius = (float(wanted[key]) for key in self.keys)
        north = radius / _METRES_A_DEGREE * 1.000001 + 1e-9
        return (_around(latitude, north), self._longitudes(latitude, longitude, north))

    def numbers(self, facts: Values) -> Sequence[Decimal | None]:
        return tuple(facts.get(name) for name in self.names)

    def exactly(self, facts: Values) -> Q:
        latitude, longitude = (facts.get(name) for name in self.names)
        if latitude is None or longitude is None:
            return Q()
        wanted = [Cast(KT(f"criteria__{key}"), FloatField()) for key in self.keys]
        metres = Metres(*wanted[:2], float(latitude), float(longitude))
        return Q(LessThanOrEqual(metres, wanted[2]))

    def meets(self, wanted: Values, facts: Values) -> bool:
        latitude, longitude, radius = (float(wanted[key]) for key in self.keys)
        point = [float(facts[name]) for name in self.names]
        return metres_between((latitude, longitude), (point[0], point[1])) <= radius

    def words(self, wanted: Values) -> str:
        latitude, longitude, radius = (text_of(wanted[key]) for key in self.keys)
        return f"within {radius} m of {latitude}, {longitude}"

    @staticmethod
    def _longitudes(latitude: float, longitude: float, north: float) -> NumericRange:
        """Return the longitudes within so many degrees; all of them at a pole or the date line."""
        if abs(latitude) + north >= 90:
            return UNBOUNDED
        east = math.degrees(
            math.asin(min(1, math.sin(math.radians(north)) / math.cos(math.radians(latitude))))
        )
        east = east * 1.000001 + 1e-9
        return UNBOUNDED if abs(longitude) + east >= 180 else _around(longitude, east)


class Metres(Func):
    """The distance of two points on a sphere (haversine), as `metres_between` computes it."""

    output_field = FloatField()
    arity = 4

    def as_sql(  # type: ignore[override]  # it has no template
        self, compiler: Any, connection: Any, **extra: Any
    ) -> tuple[str, Any]:
        parts = [compiler.compile(part) for part in self.get_source_expressions()]
        (lat1, p1), (lon1, p2), (lat2, p3), (lon2, p4) = parts
        half = (
            f"power(sin(radians({lat2} - {lat1}) / 2), 2) + cos(radians({lat1}))"
            f" * cos(radians({lat2})) * power(sin(radians({lon2} - {lon1}) / 2), 2)"
        )
        sql = f"(2 * {EARTH_RADIUS} * asin(least(1, sqrt({half}))))"
        return sql, (*p3, *p1, *p1, *p3, *p4, *p2)


def metres_between(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the distance of two points (latitude, longitude in degrees) on a sphere."""
    (lat1, lon1), (lat2, lon2) = one, other
    half = math.sin(math.radians(lat2 - lat1) / 2) ** 2 + math.cos(math.radians(lat1)) * math.cos(
        math.radians(lat2)
    ) * (math.sin(math.radians(lon2 - lon1) / 2) ** 2)
    return 2 * EARTH_RADIUS * math.asin(min(1, math.sqrt(half)))


def _around(degrees: float, reach: float) -> NumericRange:
    return NumericRange(Decimal(repr(degrees - reach)), Decimal(repr(degrees + reach)), "[]")
