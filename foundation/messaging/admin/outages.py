"""Staff's view of services that are paused, or were, and of rows that were left out."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from foundation.messaging.admin.subjects import page_of_service, service_in_words
from foundation.messaging.circuit import EndOutagesCommand, end_outages
from foundation.messaging.models import OF_LANES, Outage
from foundation.records.audit import actor_of
from foundation.records.models import LeftOutRow
from foundation.records.texts import in_utc
from foundation.staff.actions import action, button, say_done, unless
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import Effect, as_action
from foundation.staff.display import link
from foundation.staff.long_lists import ConditionFilter

END = "End the pause"
ENDING = "The service is asked again at once. If it still fails, it is paused again."
EFFECTS = (
    Effect(Q(ended_on=None), "service", "is asked again at once", "are asked again at once"),
    Effect(Q(ended_on__isnull=False), "pause", "is over already", "are over already"),
)


class KindFilter(ConditionFilter):
    title = parameter_name = "kind"
    conditions: ClassVar = {
        "lanes": ("Receivers of messages", OF_LANES),
        "providers": ("Providers", ~OF_LANES),
    }


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    filled_by = "A service that keeps failing appears here: an empty list is good."
    list_display = ("who", "since", "why", "failures", "asked_again", "ended_on")
    list_filter = (KindFilter, ("ended_on", admin.EmptyFieldListFilter), "name")
    search_fields = ("service", "name")
    ordering = ("-since",)
    actions = ("resume",)
    actions_detail = ("ask_to_end",)
    fields = ("who", "shown_page", "since", "why", "failures", "asked_again", "ended_on")
    readonly_fields = ("who", "shown_page", "why", "asked_again")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outage]:
        """Leave out failures that have paused nothing."""
        return super().get_queryset(request).filter(since__isnull=False)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Leave out the help of *Since*, which is of outages that have paused nothing yet."""
        return super().get_form(request, obj, change=change, help_texts={"since": ""}, **kwargs)

    @admin.display(description="Service", ordering="name")
    def who(self, outage: Outage) -> str:
        return service_in_words(outage)

    @admin.display(description="Its page")
    def shown_page(self, outage: Outage) -> str:
        address = page_of_service(outage)
        return link(address, service_in_words(outage)) if address else "none"

    @admin.display(description="Asked again at", ordering="next_probe_on")
    def asked_again(self, outage: Outage) -> str:
        if outage.ended_on:
            return in_utc(None)
        # Its time is past while it runs.
        return (
            "being asked now" if outage.is_probed(timezone.now()) else in_utc(outage.next_probe_on)
        )

    @admin.display(description="Why")
    def why(self, outage: Outage) -> str:
        return outage.reason

    @action(f"{END}: ask at once…")
    def resume(self, request: HttpRequest, queryset: QuerySet[Outage]) -> HttpResponse | None:
        """End the outages among the chosen that are not finished."""
        page = self.asked_first(request, queryset, END, ENDING, EFFECTS)
        if page is not None:
            return page
        services = tuple(queryset.filter(ended_on=None).values_list("service", flat=True))
        command = EndOutagesCommand(services=services, now=timezone.now(), by=actor_of(request))
        count = end_outages(command)
        many = "service is" if count == 1 else "services are"
        say_done(request, f"{count} {many} asked again.")
        return None

    @button(f"{END}…", "end", why_not=unless(Q(ended_on=None), "The pause is over already."))
    def ask_to_end(self, request: HttpRequest, object_id: str) -> HttpResponse:
        outage = self.record_of(request, object_id)
        ends = as_action("resume", outage)
        return self.ask(request, [outage], END, ENDING, {"confirmed": END}, **ends)


@admin.register(LeftOutRow)
class LeftOutRowAdmin(ReadOnlyAdmin):
    filled_by = "A row that a job or a sweep cannot do appears here: an empty list is good."
    list_display = ("last_on", "what", "row", "reason", "times", "first_on", "job")
    list_filter = ("what",)
    search_fields = ("row", "job")
    search_help_text = "An id of a row or a job, or a part of it"
    ordering = ("-last_on",)
    fields = ("what", "job", "row", "reason", "times", "first_on", "last_on")
