"""What every activity type defines."""

from abc import ABC
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from programs.models import ActivityType
from records.refusals import Invalid

Reader = Callable[[str], Any]


class InvalidOperation(Invalid):
    """The activity's data break a rule of its type."""

    code = "invalid-operation"


class ActivityKind(ABC):
    """An activity type. Its data are texts by key; other keys are kept and not checked.

    - `required`, `optional`: a reader for the text of each key. A reader raises ValueError, which
      says what the text must be.
    """

    type: ClassVar[ActivityType]
    required: ClassVar[Mapping[str, Reader]]
    optional: ClassVar[Mapping[str, Reader]]

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the key and the fault for each rule that these values break."""
        yield from ()

    def read(self, data: Mapping[str, str]) -> dict[str, Any]:
        """Return the values of this type's keys, read from the texts.

        :raises InvalidOperation: a key is missing, a text cannot be read, or a rule is broken.
        """
        values, faults = self._values(data)
        _refuse(faults)
        _refuse(dict(self.rules(values)))
        return values

    def _values(self, data: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
        faults = {key: "is missing" for key in self.required if key not in data}
        values = {}
        for key, reader in {**self.required, **self.optional}.items():
            if key in data:
                try:
                    values[key] = reader(data[key])
                except ValueError as fault:
                    faults[key] = str(fault)
        return values, faults


def _refuse(faults: Mapping[str, str]) -> None:
    if faults:
        sentence = "; ".join(f"{key} {fault}" for key, fault in faults.items())
        raise InvalidOperation(f"{sentence}.", faults)
