"""Pages of work that goes on: they show by themselves how far it is, until it is over."""

from typing import Any, ClassVar

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

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        record = context.get("original")
        context["goes_on"] = record is not None and self.goes_on(record)
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page
