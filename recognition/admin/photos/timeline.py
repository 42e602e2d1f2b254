"""The page of a photo's history: what happened, when, and how long after the row before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from foundation.staff.labels import in_words
from recognition.queries.photos.history.entries import PhotoHistoryEntry, explain_photo

_BAD = ("Failed", "Dead", "Rejected")
_COLOURS = {
    **dict.fromkeys(("FacesRecognized", "NumbersRecognized", "NumberKept", "Delivered",
                     "CallbackApplied", "TaskCompleted", "AttemptRecognized", "NumbersCorrected",
                     "PersonsCorrected"), "success"),
    **dict.fromkeys(("AttemptBusy", "CallbackIgnored", "DeliveryWithdrawn", "NumberRejected",
                     "NumberSuggested", "TaskCancelled"), "warning"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """A history entry as shown."""

    moment: datetime
    after: str
    kind: str
    colour: str
    text: str
    facts: Sequence[tuple[str, str]]


class TimelinePage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """A history page with what happened to the photo, not the forms that staff saved."""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        photo = self.get_object(request, object_id)
        if photo is None:
            # Django's own page redirects to the start.
            return super().history_view(request, object_id, extra_context)
        if not self.has_view_permission(request, photo):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": f"History: {photo}",
            "rows": list(timeline_of(explain_photo(photo.pk).entries)),
            "photo": photo,
            "state": in_words(photo.state).lower(),
            "opts": self.opts,
            **(extra_context or {}),
        }
        return TemplateResponse(request, "admin/recognition/photo_history.html", context)


def timeline_of(entries: Sequence[PhotoHistoryEntry]) -> Iterator[TimelineRow]:
    """Return the entries as they are shown, in their order."""
    before: datetime | None = None
    for entry in entries:
        moment = entry.occurred_on
        yield TimelineRow(
            moment=moment,
            after=_after(moment - before) if before else "",
            kind=in_words(entry.kind),
            colour=_COLOURS.get(entry.kind, "danger" if entry.kind.endswith(_BAD) else ""),
            text=entry.text,
            facts=[(in_words(name), _fact(value)) for name, value in entry.details.items()],
        )
        before = moment


def _fact(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case list() if value:
            return "; ".join(map(_fact, value))
        case dict():
            return ", ".join(
                f"{in_words(key).lower()} {_fact(part)}" for key, part in value.items()
            )
    return str(value or "none")


def _after(pause: timedelta) -> str:
    """Return the time since the row before: to the millisecond if short, roughly if long."""
    seconds = pause.total_seconds()
    if seconds < 10:
        return f"+{seconds:.3f} s"
    if seconds < 600:
        return f"+{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"+{hours} h {minutes} min" if hours else f"+{minutes} min"
