"""JSON on the wire is camelCase, with timestamps in UTC."""

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.urls import get_resolver
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from rest_framework import serializers
from rest_framework.test import APIClient

from foundation.rest.bodies import StrictJSONParser, TolerantJSONParser
from foundation.rest.serializers import (
    Input,
    StrictBooleanField,
    StrictIntegerField,
    UtcDateTimeField,
    camel_case,
)

pytestmark = pytest.mark.usefixtures("sample_api")
API = "/admin-api/api/v2"


@pytest.mark.parametrize("parser", [StrictJSONParser(), TolerantJSONParser()])
def test_a_byte_order_mark_is_no_fault(parser: StrictJSONParser):
    assert parser.parse(io.BytesIO(b'\xef\xbb\xbf{"a": 1}')) == {"a": 1}


def test_keys_of_free_dictionaries_stay_unchanged(anybody: APIClient):
    free = {"snake_case": {"Inner_Key": 1}, "camelCase": 2, "with space": None}

    answer = anybody.post(
        f"{API}/echo", {"thingName": "gate", "startCount": 3, "freeData": free}, format="json"
    )

    assert answer.json()["freeData"] == free


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        ("2026-05-17T09:30:00", "offset-required"),
        ("2026-05-17", "offset-required"),
        ("yesterday", "invalid"),
        ("0001-01-01T00:00:00+14:00", "overflow"),
        (5, "invalid"),
    ],
)
def test_a_timestamp_without_an_offset_or_sense_is_refused(anybody, moment, code):
    body = {"thingName": "gate", "startCount": 3, "madeOn": moment}

    answer = anybody.post(f"{API}/echo", body, format="json")

    assert answer.status_code == 422
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [("madeOn", code)]


@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow])  # zones are read once
@given(
    st.datetimes(
        min_value=datetime(1900, 1, 1),  # noqa: DTZ001 (hypothesis wants them so)
        max_value=datetime(2200, 1, 1),  # noqa: DTZ001
        timezones=st.timezones(),
    )
)
def test_a_timestamp_sent_and_read_again_is_the_same(moment: datetime):
    field = UtcDateTimeField()

    sent = field.to_representation(moment)

    assert sent.endswith("Z")
    assert field.run_validation(sent) == moment.astimezone(UTC)


@given(st.from_regex(r"[a-z]+(_[a-z0-9]+)*", fullmatch=True))
def test_a_camel_case_name_has_no_underscores_and_stays_so(name: str):
    camel = camel_case(name)

    assert "_" not in camel
    assert camel_case(camel) == camel


def test_a_number_remembers_its_digits_and_is_a_float_for_everything_else():
    written = b'{"n": 0.1000000000000000000001, "e": 1.5E-1, "free": {"x": 2.50}}'

    parsed = StrictJSONParser().parse(io.BytesIO(written))

    assert Decimal(str(parsed["n"])) == Decimal("0.1000000000000000000001")
    assert (parsed["n"], parsed["e"]) == (0.1, 0.15)
    assert json.dumps(parsed["free"]) == '{"x": 2.5}'


def inputs(kind: type[Input] = Input) -> Iterator[type[Input]]:
    for each in kind.__subclasses__():
        if ".tests." not in each.__module__:
            yield each
        yield from inputs(each)


def test_by_every_input():
    get_resolver("config.urls").url_patterns  # noqa: B018 (imports every API)
    loose = (serializers.IntegerField, serializers.BooleanField)
    strict = (StrictIntegerField, StrictBooleanField)

    found = {
        f"{kind.__name__}.{name}"
        for kind in inputs()
        if not kind.__name__.endswith("Query")  # parameters of an address are texts
        for name, field in kind().fields.items()
        if isinstance(field, loose) and not isinstance(field, strict)
    }

    assert len(list(inputs())) > 40
    assert found == set()


def texts(field: serializers.Field[Any, Any, Any, Any], at: str) -> Iterator[tuple[str, Any]]:
    """Yield the texts that a field holds, with their places."""
    if isinstance(field, serializers.CharField):
        yield at, field
    elif isinstance(field, serializers.ListField):
        yield from texts(field.child, f"{at}[]")


def takes(field: serializers.CharField, value: object) -> bool:
    try:
        field.run_validation(value)
    except serializers.ValidationError:
        return False
    return True


def test_by_every_text_of_an_input():
    get_resolver("config.urls").url_patterns  # noqa: B018 (imports every API)
    # What others send us is taken as it can be understood.
    providers = ("recognition.photos.callback_serializers", "recognition.handlers")

    found = {
        f"{kind.__name__}.{at}": value
        for kind in inputs()
        if not kind.__name__.endswith("Query") and kind.__module__ not in providers
        for name, field in kind().fields.items()
        for at, text in texts(field, name)
        for value in (5, 5.0, True)
        if takes(text, value)
    }

    assert found == {}


class Strict(Input):
    number = StrictIntegerField(required=False)
    flag = StrictBooleanField(required=False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("number", value) for value in ("5", "７", 5.0, True, None, [5])),
        *(("flag", value) for value in ("yes", "true", 1, 0, None, "off")),
    ],
)
def test_where_a_whole_number_or_a_choice_of_two_is_meant(field: str, value: object):
    assert not Strict(data={field: value}).is_valid()
