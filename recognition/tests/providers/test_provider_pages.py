"""The pages and the metrics of providers: where they stand, how calls ended, the end of a pause."""

import math
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging.models import Outage
from foundation.messaging.traffic import CallEnd, count_call
from foundation.records.gauges import SHARED
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.models import Account, AccountSpace
from recognition.numbers.competitor_services import competitor_service
from recognition.providers.faces import provider_of
from recognition.providers.failures import Away
from recognition.providers.numbers import number_provider
from recognition.providers.pace import asking
from recognition.tests.calls.staff_pages import read, signed_in
from recognition.tests.factories import AccountSpaceFactory, CompetitorInstanceFactory
from recognition.wire.number_provider import NumberProviderStanding
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def paused(service: str) -> Outage:
    return Outage.objects.create(
        service=service,
        name="provider",
        reason="The provider did not answer in time.",
        failures=5,
        since=timezone.now(),
    )


def button(record: Any, name: str) -> str:
    label = record._meta.model_name
    return reverse(f"admin:recognition_{label}_{name}", args=[record.pk])


@pytest.fixture
def providers(sandbox: SandboxClient, settings: Settings) -> list[tuple[Any, str]]:
    """Return a record of each kind of provider that the sandbox plays, and its service."""
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider", "")
    faces = AccountSpaceFactory.create(
        account__base_url=sandbox.url("face-provider", ""), account__name="Faces"
    ).account
    lists = CompetitorInstanceFactory.create(base_url=sandbox.url("competitor-service", ""))
    return [
        (faces, provider_of(faces).key),
        (lists, competitor_service(lists).key),
        (NumberProviderStanding(pk=0), number_provider().key),
    ]


def test_show_the_pause_the_calls_and_the_latest_pauses(staff, providers):
    for record, service in providers:
        address = address_of_page(type(record), record.pk)
        before = read(staff, address)
        paused(service)
        page = read(staff, address)

        assert "Available." in before, record
        assert button(record, "ask_to_end_pause") not in before, record
        assert "The provider did not answer in time." in page, record
        assert "still paused" in page, record
        assert button(record, "ask_to_end_pause") in page, record
    answer = staff.get(address_of_list(NumberProviderStanding), secure=True, follow=True)
    assert "by the setting NUMBER_PROVIDER_URL" in answer.content.decode()


def test_show_how_calls_ended(staff):
    account, now = AccountSpaceFactory.create().account, timezone.now()
    with asking(provider_of(account), now):
        pass
    with pytest.raises(Away), asking(provider_of(account), now):
        raise Away("It is away.")

    page = read(staff, address_of_page(Account, account.pk))

    assert "50.0%" in page
    assert "50 ms" in page


def test_end_a_pause_by_two_clicks_and_note_who_did(client, providers):
    staff = signed_in(client, "ann")
    for record, service in providers:
        outage, address = paused(service), button(record, "ask_to_end_pause")

        assert "asked again at once" in read(staff, address)
        answer = staff.post(address, {"confirmed": "yes"}, secure=True)

        outage.refresh_from_db()
        assert outage.ended_on is not None
        assert answer["Location"] == address_of_page(type(record), record.pk)
    assert set(AuditEntry.objects.values_list("actor", flat=True)) == {"ann"}
    assert AuditEntry.objects.count() == len(providers)


def test_test_the_connection_and_keep_nothing_of_it(client, providers, settings):
    staff, spaces = signed_in(client), AccountSpace.objects.count()
    for record, _ in providers:
        assert "The connection works" in read(staff, button(record, "test_connection")), record

    settings.NUMBER_PROVIDER_URL = "http://127.0.0.1:9"
    page = read(staff, button(providers[-1][0], "test_connection"))

    assert "The connection does not work" in page
    assert "The number provider refused the connection." in page
    assert not Outage.objects.exists()
    assert AccountSpace.objects.count() == spaces


CALLS, ANSWER = "finishline_provider_calls_in_an_hour", "finishline_provider_answer_seconds"


@pytest.fixture
def account() -> Account:
    return Account.objects.create(name="Riverside", provider="Tests")


def labels(account: Account, **more: str) -> dict[str, str]:
    provider = provider_of(account)
    return {"provider": provider.key, "name": provider.name, **more}


def test_metrics_show_calls_by_their_end_and_how_fast_answers_came(account):
    assert SHARED.get_sample_value(CALLS, labels(account, end="failed")) == 0
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.5")) is None
    for seconds in (0.15, 0.15, 100):
        count_call(provider_of(account).key, CallEnd.ANSWERED, seconds, timezone.now())
    count_call(provider_of(account).key, CallEnd.FAILED, 5, timezone.now())

    for end, calls in (("answered", 3), ("failed", 1), ("busy", 0)):
        assert SHARED.get_sample_value(CALLS, labels(account, end=end)) == calls
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.5")) == 0.2
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.95")) == math.inf


def test_metrics_show_the_rest_without_redis(account: Account, settings: Settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert SHARED.get_sample_value(CALLS, labels(account, end="failed")) is None
    assert SHARED.get_sample_value("finishline_database_up") == 1
    assert SHARED.get_sample_value("finishline_gauges_failing") == 0
