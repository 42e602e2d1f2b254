"""The field in which staff say why they do something."""

from typing import Any

from foundation.records.reasons import REASON_LENGTH
from foundation.staff.form_fields import LinesField


class ReasonField(LinesField):
    """A text of some lines, as long as a stored reason may be."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=REASON_LENGTH, **more)
