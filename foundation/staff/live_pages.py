"""Pages of work that goes on: they show by themselves how far it is, until it is over."""

from typing import Any, ClassVar

from django.contrib.admin.utils import unquote
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from foundation.records.models import LeftOutRow
from foundation.records.plain_words import counted
from foundation.staff.read_only import ReadOnlyAdmin

NAMED = 5


def left_out_in_words(job: Model) -> str:
    """Return which rows a long job left out, as each failed by itself, and why; empty: none."""
    rows = LeftOutRow.objects.filter(what=job._meta.label, job=str(job.pk)).order_by("pk")
    if not (count := rows.count()):
        return ""
    named = "; ".join(f"{each.row}: {each.reason}" for each in rows[:NAMED])
    return f"{counted(count, 'row')} left out. {named}"


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
        left_out = "" if record is None else left_out_in_words(record)
        context = {**(extra_context or {}), "goes_on": goes_on, "left_out": left_out}
        page: HttpResponse = super().changeform_view(request, object_id, form_url, context)
        return page
