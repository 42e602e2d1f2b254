"""Where a provider stands: its pause, its outages and its calls; a test, the end of its pause."""

import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html

from foundation.messaging.circuit import EndOutagesCommand, end_outages, find_outage
from foundation.messaging.models import Outage
from foundation.messaging.traffic import CallEnd, Traffic, get_traffic
from foundation.records.audit import actor_of
from foundation.records.texts import in_utc
from foundation.staff.actions import button, computed_once
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.dashboard import span
from foundation.staff.display import address_of_page, table
from foundation.staff.staff_admin import StaffAdmin
from recognition.numbers.competitor_services import competitor_service
from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.faces import tried_provider
from recognition.providers.failures import ProcessingFailure
from recognition.providers.http_client import NOTHING_THERE, failure_of, is_success, send
from recognition.providers.models import Account, CompetitorInstance
from recognition.providers.numbers import number_adapter, number_provider
from recognition.providers.pace import Provider
from recognition.wire.number_provider import NumberProviderStanding

# Testing the connection to a provider: one harmless request, of which nothing is kept.
#
# It is no request for a photo: no pause begins or ends with it, and no counter changes.


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionTest:
    """Whether the provider can be used, a sentence for people, and how long the answer took."""

    works: bool
    words: str
    seconds: float


def try_account(account: Account) -> ConnectionTest:
    """Ask the face provider for what needs its address and its credentials, of its first space."""
    return _tried(lambda: tried_provider(account).describe())


def try_number_provider() -> ConnectionTest:
    """Ask the number provider for its health."""
    return _tried(number_adapter().health)


def try_competitor_service(instance: CompetitorInstance) -> ConnectionTest:
    """Ask a competitor service for the headers of its base address."""
    return _tried(lambda: _ask_competitor_service(instance))


def _tried(ask: Callable[[], str]) -> ConnectionTest:
    started = time.monotonic()
    try:
        words, works = ask(), True
    except (ProcessingFailure, CredentialsUnreadable) as failure:
        words, works = str(failure), False
    return ConnectionTest(works=works, words=words, seconds=time.monotonic() - started)


def _ask_competitor_service(instance: CompetitorInstance) -> str:
    who, timeout = competitor_service(instance).name, settings.START_LIST_TIMEOUT
    answer = send(who, "HEAD", instance.base_url, token=str(instance.token), timeout=timeout)
    # Only start lists have addresses.
    if is_success(answer) or answer.status_code in NOTHING_THERE:
        return f"The {who} answers. Whether it accepts our token shows at the next start list."
    raise failure_of(who, answer)


LATEST = 10
STANDING = ("standing", "calls", "outages")
END_PAUSE, TEST = "End the pause", "Test connection"


def _not_paused(pages: "ProviderPages", _: HttpRequest, record: Any) -> str:
    paused = Outage.objects.paused().filter(service=pages.provider(record).key)
    return "" if paused.exists() else "It is not paused any more."


class ProviderPages(StaffAdmin):
    """Records that are providers, with what staff want to know of each on its page."""

    actions_detail: Any = ("test_connection", "ask_to_end_pause")

    @abstractmethod
    def provider(self, record: Any) -> Provider:
        """Return the provider that the record stands for."""

    @abstractmethod
    def tested(self, record: Any) -> ConnectionTest:
        """Test the connection."""

    def own_fieldsets(self, request: HttpRequest, obj: Any) -> Any:
        """Leave out of the page that adds a provider what only an added one has."""
        fieldsets = super().own_fieldsets(request, obj)
        return fieldsets if obj else fieldsets[:1]

    @admin.display(description="Now")
    @computed_once
    def standing(self, record: Any) -> str:
        return in_words(find_outage(self.provider(record).key), timezone.now())

    @admin.display(description="Calls of the last hour")
    @computed_once
    def calls(self, record: Any) -> str:
        return calls_in_words(get_traffic(self.provider(record).key, timezone.now()))

    @admin.display(description="Latest pauses")
    @computed_once
    def outages(self, record: Any) -> str:
        pauses = Outage.objects.filter(service=self.provider(record).key, since__isnull=False)
        rows = [
            (in_utc(each.since), _length(each), each.failures, each.reason)
            for each in pauses.order_by("-since")[:LATEST]
        ]
        return table(("Since", "For", "Failures", "Why"), rows)

    @button(TEST, "test-connection")
    def test_connection(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make one harmless request and show what came of it."""
        record = self.record_of(request, object_id)
        test = self.tested(record)
        title = "The connection works" if test.works else "The connection does not work"
        took = f"{test.seconds * 1000:,.0f} ms"
        text = f"{test.words} It took {took}. Nothing was stored, and no pause began or ended."
        return self.ask(request, [record], title, text, {})

    @button(f"{END_PAUSE}…", "end-pause", why_not=_not_paused)
    def ask_to_end_pause(self, request: HttpRequest, object_id: str) -> HttpResponse:
        record = self.record_of(request, object_id)
        if "confirmed" in request.POST:
            services = [self.provider(record).key]
            now, by = timezone.now(), actor_of(request)
            end_outages(EndOutagesCommand(services=services, now=now, by=by))
            self.message_user(request, "The pause is over.", messages.SUCCESS)
            return HttpResponseRedirect(address_of_page(self.model, record.pk))
        text = "It is asked again at once. If it still fails, it is paused again."
        return self.ask(request, [record], END_PAUSE, text, {"confirmed": END_PAUSE})


def in_words(outage: Outage | None, now: datetime) -> str:
    """Return where a provider with this unfinished outage stands."""
    if outage is None:
        return "Available."
    if outage.since is None:
        times = "The last call" if outage.failures == 1 else f"The last {outage.failures} calls"
        return f"Available. {times} failed."
    since = f"Paused since {in_utc(outage.since)}: {outage.reason}"
    if outage.remaining(now):
        return f"{since} Asked again at {in_utc(outage.next_probe_on)}."
    return f"{since} The next call shows whether it works again."


def calls_in_words(traffic: Traffic | None) -> str:
    """Return how many calls ended how, and how fast the answers came."""
    if traffic is None:
        return "Unknown: Redis is unavailable."
    if traffic.since is None:
        return "None."
    rate = "–" if traffic.error_rate is None else f"{traffic.error_rate:.1%}"
    headers = ("Answered", "Failed", "Busy", "Error rate", "Half within", "95 % within")
    row = [f"{traffic.ends[end]:,}" for end in (CallEnd.ANSWERED, CallEnd.FAILED, CallEnd.BUSY)]
    row += [rate, *(_bound(traffic, share) for share in (0.5, 0.95))]
    since = f"Since {traffic.since:%Y-%m-%d %H:%M} UTC."
    waits = "The times include the wait for the provider's pace."
    return format_html("<div>{} {}</div>{}", since, waits, table(headers, [row]))


def _bound(traffic: Traffic, share: float) -> str:
    bound = traffic.within(share)
    if bound is None:
        return "more than 60 s" if traffic.ends[CallEnd.ANSWERED] else "–"
    return f"{bound:g} s" if bound >= 1 else f"{bound * 1000:g} ms"


def _length(pause: Outage) -> str:
    if pause.ended_on is None or pause.since is None:
        return "still paused"
    return span(pause.ended_on - pause.since)


# The page of the number provider, which the settings configure.


KEY = "0"  # of the one page


@admin.register(NumberProviderStanding)
class NumberProviderAdmin(ProviderPages, ReadOnlyAdmin):
    """One page, instead of a list; it has no record."""

    fields = (*STANDING, "address", "token", "pace", "timeouts")
    readonly_fields = fields

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        page: HttpResponse = self.change_view(request, KEY)
        return page

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> NumberProviderStanding | None:
        return NumberProviderStanding(pk=KEY) if object_id == KEY else None

    def record_of(self, request: HttpRequest, key: str) -> NumberProviderStanding:
        return NumberProviderStanding(pk=KEY)

    def provider(self, record: NumberProviderStanding) -> Provider:
        return number_provider()

    def tested(self, record: NumberProviderStanding) -> ConnectionTest:
        return try_number_provider()

    @admin.display(description="Address")
    def address(self, record: NumberProviderStanding) -> str:
        return f"{settings.NUMBER_PROVIDER_URL}, by the setting NUMBER_PROVIDER_URL"

    @admin.display(description="Key")
    def token(self, record: NumberProviderStanding) -> str:
        return f"{'set' if settings.NUMBER_PROVIDER_TOKEN else 'none'}, by NUMBER_PROVIDER_TOKEN"

    @admin.display(description="Pace")
    def pace(self, record: NumberProviderStanding) -> str:
        most = settings.NUMBER_PROVIDER_REQUESTS_PER_SECOND
        limit = f"{most:g} requests a second" if most else "no limit"
        return f"{limit}, by NUMBER_PROVIDER_REQUESTS_PER_SECOND"

    @admin.display(description="Time limits")
    def timeouts(self, record: NumberProviderStanding) -> str:
        minutes = settings.CALLBACK_OVERDUE_AFTER.total_seconds() / 60
        return (
            f"{settings.NUMBER_PROVIDER_TIMEOUT:g} s for an answer (NUMBER_PROVIDER_TIMEOUT), "
            f"{minutes:g} minutes for a callback (CALLBACK_OVERDUE_SECONDS)"
        )
