"""Guids as texts…"""

import uuid

from hypothesis import given
from hypothesis import strategies as some

from foundation.records.guids import read_guid


@given(some.uuids())
def test_are_read_as_they_are_written(guid: uuid.UUID):
    assert read_guid(str(guid)) == read_guid(guid.hex) == read_guid(str(guid).upper()) == guid
