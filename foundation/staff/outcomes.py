"""What staff read after an order: that it is done only where the audit has got a row of it."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest

from foundation.records.audit import deeds_written

NOTHING = "Nothing was changed."


def say_done(request: HttpRequest, text: Any) -> None:
    """Show that an order is done; or that nothing was changed, where the request did nothing."""
    if deeds_written():
        messages.success(request, text)
    else:
        messages.info(request, NOTHING)


class SaysWhatWasDone(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
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
