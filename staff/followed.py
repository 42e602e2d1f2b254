"""Pages of work that goes on: they show by themselves how far it is, until it is over."""

from typing import Any, ClassVar

from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse

from staff.read_only import ReadOnlyAdmin


class FollowedAdmin(ReadOnlyAdmin):
    """Long jobs, whose pages refresh themselves."""

    change_form_template = "staff/followed.html"

    class Media:
        js: ClassVar = ("staff/refresh.js",)

    def goes_on(self, record: Any) -> bool:
        """Return whether there is more to come."""
        return not record.is_over

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Ask whether work goes on before its buttons are chosen.

        Work that ends meanwhile is followed once more, and gets the buttons of its end then.
        """
        record = None if object_id is None else self.get_object(request, unquote(object_id))
        goes_on = record is not None and self.goes_on(record)
        context = {**(extra_context or {}), "goes_on": goes_on}
        page: HttpResponse = super().changeform_view(request, object_id, form_url, context)
        return page
