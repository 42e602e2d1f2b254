"""JSON read exactly: what a column or an answer could not hold is refused, or replaced."""

import json
import sys
from typing import Any

import pytest

from foundation.records.strict_json import StrictDecoder, TolerantDecoder, Unstorable

UNSTORABLE = [
    ('"a\\u0000b\\ud800"', "a\ufffdb\ufffd"),
    ('"\\ud83d\\ude00 \\ud83d"', "\U0001f600 \ufffd"),
    ('{"\\u0000": 1, "b": "\\udfff"}', {"\ufffd": 1, "b": "\ufffd"}),
    ("[NaN, Infinity, -Infinity]", ["\ufffdNaN", "\ufffdInfinity", "\ufffd-Infinity"]),
    ("[1e999, -1e999]", [sys.float_info.max, -sys.float_info.max]),
    ("9" * 5000, int("9" * 1000)),
    ("-" + "9" * 5000, -int("9" * 999)),
]


@pytest.mark.parametrize(("written", "read"), UNSTORABLE)
def test_a_value_that_could_not_be_stored_is_refused_or_replaced(written: str, read: Any):
    with pytest.raises(Unstorable):
        json.loads(written, cls=StrictDecoder)

    assert json.loads(written, cls=TolerantDecoder) == read


def test_what_is_nested_too_deeply_is_refused_or_left_out():
    deepest = "[" * 51 + "1" + "]" * 51

    assert json.loads(deepest[1:-1], cls=StrictDecoder) == json.loads(deepest[1:-1])
    assert json.loads(deepest, cls=TolerantDecoder) == json.loads(deepest)
    deeper = json.loads(f"[{deepest}]", cls=TolerantDecoder)
    assert deeper == json.loads("[" * 51 + "null" + "]" * 51)
    with pytest.raises(Unstorable):
        json.loads(f"[{deepest}]", cls=StrictDecoder)
    with pytest.raises(Unstorable):
        json.loads("[" * 5000 + "]" * 5000, cls=TolerantDecoder)


@pytest.mark.parametrize("written", ["", "{", '"\0"', "[1,]", "nan", "'a'"])
def test_what_is_no_json_is_refused_by_both(written: str):
    for decoder in (StrictDecoder, TolerantDecoder):
        with pytest.raises(json.JSONDecodeError):
            json.loads(written, cls=decoder)


def test_what_can_be_stored_is_read_as_it_is():
    value = {"a": [1, -2, 0.5, 1e300, True, None, {"\u00fc": "\U0001f600"}], "b": {}, "c": []}

    assert json.loads(json.dumps(value), cls=TolerantDecoder) == value


@pytest.mark.parametrize("written", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": 2, "a": null}}]'])
def test_a_key_that_stands_twice_is_refused(written: str):
    with pytest.raises(Unstorable, match="The key 'a' stands twice in an object"):
        json.loads(written, cls=StrictDecoder)
