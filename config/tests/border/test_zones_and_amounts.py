"""A time zone or amount that comes in, and amounts that go out…"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

import pytest
from django import forms
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import FloatField, Model
from rest_framework import serializers

from config.tests.border.fields import form_fields, inputs
from config.tests.test_every_list import MAKERS
from foundation.exports.rows import Cell, columns_of, read_part
from foundation.records.database import time_zones
from foundation.rest.serializers import TimeZoneField
from foundation.staff.form_fields import DecimalInput, PlainDecimalField
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


AMOUNT = re.compile(r"[-+]?[0-9]+\.[0-9]+")
NO_AMOUNTS = ("confidence", "_within", "pause_seconds", "requests_per_second")


@pytest.mark.parametrize("model", MAKERS)
def test_no_cell_of_an_exported_list_is_an_amount_as_text(model: type[Model]) -> None:
    boss = User.objects.create_superuser("boss")
    MAKERS[model](0)

    titles, part = columns_of(model, boss, ""), read_part(model, boss, "", None)

    assert part.rows
    assert amounts_as_texts(titles, part.rows) == {}


def amounts_as_texts(titles: Sequence[str], rows: Sequence[Sequence[Cell]]) -> dict[str, Cell]:
    return {
        title: cell
        for row in rows
        for title, cell in zip(titles, row, strict=True)
        if isinstance(cell, str) and AMOUNT.fullmatch(cell)
    }


def test_an_amount_as_text_would_be_found() -> None:
    rows: list[list[Cell]] = [[Decimal("0.10"), "a.b", "0.10"], [0.1, "12", "-3.5"]]

    assert amounts_as_texts(["a", "b", "c"], rows) == {"c": "-3.5"}


def test_a_column_of_fractions_is_a_share_a_speed_or_a_time_and_no_amount() -> None:
    """What people earn, have and pay is exact: a column of floats is none of that."""
    floats = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, FloatField)
    }

    assert {place for place in floats if not place.endswith(NO_AMOUNTS)} == set()
    assert "recognition.PhotoNumber.confidence" in floats


def test_decimals_no_field_for_decimals_is_one_of_which_a_browser_drops_the_comma() -> None:
    decimals = (forms.DecimalField, forms.FloatField)
    found = {place: field for place, field in form_fields() if isinstance(field, decimals)}

    dropping = [
        place for place, field in found.items() if isinstance(field.widget, forms.NumberInput)
    ]

    assert len(found) >= 8
    assert dropping == []


def test_decimals_each_is_stored_and_shown_without_an_exponent() -> None:
    found = {place: each for place, each in form_fields() if isinstance(each, forms.DecimalField)}

    kept = [place for place, each in found.items() if not isinstance(each, PlainDecimalField)]

    assert len(found) >= 6
    assert kept == []
    assert str(PlainDecimalField(max_digits=15, decimal_places=2).clean("6e2")) == "600"
    with pytest.raises(forms.ValidationError):
        PlainDecimalField(max_digits=15).clean("1e999999999")


@pytest.mark.parametrize("typed", ["0,12", "1,000", "nan"])
def test_decimals_a_comma_is_refused_and_kept(typed: str) -> None:
    class Form(forms.Form):
        rate = forms.DecimalField(widget=DecimalInput)

    form = Form({"rate": typed})

    assert form.errors == {"rate": ["Enter a number."]}
    assert f'value="{typed}"' in str(form["rate"])
