"""The page of the number provider, which the settings configure."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from foundation.staff.read_only import ReadOnlyAdmin
from recognition.admin.providers.standing import STANDING, ProviderPages
from recognition.models.number_provider import NumberProviderStanding
from recognition.providers.numbers.requests import number_provider
from recognition.providers.pace import Provider
from recognition.providers.trying import ConnectionTest, try_number_provider

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
