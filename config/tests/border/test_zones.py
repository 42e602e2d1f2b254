"""A time zone that comes in is one that Python and the database both know."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

import pytest
from django import forms
from django.db import connection
from rest_framework import serializers

from config.tests.border.fields import form_fields, inputs
from foundation.records.database import time_zones
from foundation.rest.serializers import TimeZoneField
from programs.programs.commands import (
    MarketingPrograms,
    PutMarketingProgramCommand,
    TimeZoneUnknown,
)
from programs.putting import put

pytestmark = pytest.mark.django_db
UNFIT = ("localtime", "Factory", "Europe/Atlantis", "europe/berlin", "+02:00", "")


@pytest.fixture
def without_brazil() -> Iterator[None]:
    """Let the database lack names that Python has, as images of PostgreSQL do."""
    time_zones.cache_clear()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY VIEW pg_timezone_names AS"
            " SELECT * FROM pg_catalog.pg_timezone_names WHERE name <> 'Brazil/East'"
        )
        cursor.execute("SET LOCAL search_path = pg_temp, public, pg_catalog")
    yield
    time_zones.cache_clear()


def test_all_of_them_cut_days_in_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT now() AT TIME ZONE name FROM unnest(%s::text[]) name", [[*time_zones()]]
        )

    assert {"UTC", "Europe/Berlin", "Asia/Tokyo"} <= time_zones() <= available_timezones()


@pytest.mark.usefixtures("without_brazil")
def test_a_name_that_the_database_lacks_is_unknown() -> None:
    assert "Brazil/East" in available_timezones()
    assert "Brazil/East" not in time_zones()


def test_every_zone_of_a_body_or_query_is_checked() -> None:
    found = {place: field for place, field in inputs() if place.lower().endswith("zone")}

    assert len(found) >= 4
    for place, field in found.items():
        if "MarketingProgram" in place:  # checked by the command, as the page of staff is
            continue
        assert isinstance(field, TimeZoneField), place
    for name in UNFIT:
        with pytest.raises(serializers.ValidationError):
            TimeZoneField().run_validation(name)


@pytest.mark.parametrize("name", UNFIT)
def test_the_zone_of_a_program_is_checked(name: str) -> None:
    command = PutMarketingProgramCommand(program_id=uuid4(), name="n", time_zone=name)

    with pytest.raises(TimeZoneUnknown):
        put(MarketingPrograms, command)


def test_every_zone_of_a_form_offers_those_alone() -> None:
    found = {place: field for place, field in form_fields() if place.endswith(".zone")}

    assert found
    for place, field in found.items():
        assert isinstance(field, forms.ChoiceField), place
        choices: Any = field.choices
        assert {name for name, _ in choices} == time_zones(), place
