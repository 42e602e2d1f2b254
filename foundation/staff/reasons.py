"""The field in which staff say why they do something."""

from typing import Any

from unfold.widgets import UnfoldAdminTextareaWidget

from foundation.records.reasons import REASON_LENGTH
from foundation.staff.form_fields import CleanTextField


class ReasonField(CleanTextField):
    """A text of some lines, as long as a stored reason may be."""

    def __init__(self, **more: Any) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})
        super().__init__(max_length=REASON_LENGTH, widget=widget, **more)
