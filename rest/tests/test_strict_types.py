"""JSON is read strictly…"""

from collections.abc import Iterator

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from rest.fields import StrictBooleanField, StrictIntegerField
from rest.serializers import Input


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


class Strict(Input):
    number = StrictIntegerField(required=False)
    flag = StrictBooleanField(required=False)


@pytest.mark.parametrize("value", ["5", "７", 5.0, True, None, [5]])
def test_where_a_whole_number_is_meant(value: object):
    assert not Strict(data={"number": value}).is_valid()


@pytest.mark.parametrize("value", ["yes", "true", 1, 0, None, "off"])
def test_where_a_choice_of_two_is_meant(value: object):
    assert not Strict(data={"flag": value}).is_valid()
