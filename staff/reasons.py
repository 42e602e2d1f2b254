"""The field in which staff say why they do something."""

from typing import Any

from unfold.widgets import UnfoldAdminTextareaWidget

from records.reasons import REASON_LENGTH
from staff.texts import FormTextField


class ReasonField(FormTextField):
    """A text of some lines, as long as a stored reason may be."""

    def __init__(self, **more: Any) -> None:
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 3})
        super().__init__(max_length=REASON_LENGTH, widget=widget, **more)
