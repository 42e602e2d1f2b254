"""JSON is read strictly…"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from foundation.rest.serializers import Input, StrictBooleanField, StrictIntegerField


def inputs(kind: type[Input] = Input) -> Iterator[type[Input]]:
    for each in kind.__subclasses__():
        if ".tests." not in each.__module__:
            yield each
        yield from inputs(each)


def test_by_every_input():
    get_resolver().url_patterns  # noqa: B018 (imports every API)
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
    get_resolver().url_patterns  # noqa: B018 (imports every API)
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


@pytest.mark.parametrize("value", ["5", "７", 5.0, True, None, [5]])
def test_where_a_whole_number_is_meant(value: object):
    assert not Strict(data={"number": value}).is_valid()


@pytest.mark.parametrize("value", ["yes", "true", 1, 0, None, "off"])
def test_where_a_choice_of_two_is_meant(value: object):
    assert not Strict(data={"flag": value}).is_valid()
