"""Fields that a body's shape does not have: version 2 refuses them, version 1 names them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import quote

from rest_framework.exceptions import ErrorDetail

from foundation.records.refusals import did_you_mean


@dataclass(frozen=True, slots=True)
class UnknownFields:
    """What becomes of unknown fields of a request: refused, or ignored and named."""

    KEY: ClassVar = "unknown_fields"  # in the context of serializers; without it they are ignored
    MOST_NAMED: ClassVar = 10  # of a shape, since each is compared with the known ones
    MAX_LENGTH: ClassVar = 100  # characters of a name

    api_version: int
    ignored: dict[str, None] = field(default_factory=dict)  # names in their order, each once

    def refused(
        self, data: Mapping[str, Any], known: Collection[str]
    ) -> dict[str, list[ErrorDetail]]:
        """Return an error for each unknown field, in version 1 none: there it is ignored."""
        unknown = sorted(data.keys() - set(known))[: self.MOST_NAMED]
        names = [name[: self.MAX_LENGTH] for name in unknown]
        if self.api_version > 1:
            return {name: [_no_field(name, known)] for name in names}
        self.ignored.update(dict.fromkeys(names))
        return {}

    def headers(self) -> dict[str, str]:
        """Return the header that names what was ignored (RFC 7234, 5.5), in ASCII."""
        if not self.ignored:
            return {}
        quoted = [quote(name, safe="") for name in self.ignored][: self.MOST_NAMED]
        names = ", ".join(name[: self.MAX_LENGTH] for name in quoted)
        return {"Warning": f'299 - "Ignored, since there are no such fields: {names}"'}


def _no_field(name: str, known: Collection[str]) -> ErrorDetail:
    names = sorted(known)
    offer = did_you_mean(name, names) or f"; there are {', '.join(names)}."
    return ErrorDetail(f"There is no field {name!r}{offer}", code="unknown_field")
