"""What staff read after an order: that it is done only where the audit has got a row of it."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

from foundation.records.audit import deeds_written
from foundation.staff.rights import OpenedByRoles

NOTHING = "Nothing was changed."


def say_done(request: HttpRequest, text: Any) -> None:
    """Show that an order is done; or that nothing was changed, where the request did nothing."""
    if deeds_written():
        messages.success(request, text)
    else:
        messages.info(request, NOTHING)


def say_for_how_many(
    request: HttpRequest, title: str, done: int, unchanged: int, refused: int | None = None
) -> None:
    """Show for how many records an order is done, refused if it is given, and nothing changed."""
    if unchanged:
        messages.info(request, f"{title}: nothing was changed for {unchanged}.")
    if done or not unchanged:
        others = "" if refused is None else f", refused for {refused}"
        say_done(request, f"{title}: done for {done}{others}.")


class SaysWhatWasDone(OpenedByRoles, ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """An admin whose messages of success are `say_done`, those of Django's own pages too."""

    def message_user(
        self,
        request: HttpRequest,
        message: Any,
        level: Any = messages.INFO,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        if level == messages.SUCCESS:
            say_done(request, message)
        else:
            super().message_user(request, message, level, *args, **kwargs)
