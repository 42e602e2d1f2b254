"""JSON may begin with a byte order mark…"""

import codecs
import json
from io import BytesIO

import pytest
from rest_framework.exceptions import ParseError

from foundation.messaging.bus.cloud_events import Event
from foundation.messaging.tests.play.consumers import event
from foundation.rest.bodies import StrictJSONParser, TolerantJSONParser

BODY = {"name": "Ann"}


@pytest.mark.parametrize("parser", [StrictJSONParser(), TolerantJSONParser()])
def test_in_calls_and_callbacks(parser: StrictJSONParser) -> None:
    written = codecs.BOM_UTF8 + json.dumps(BODY).encode()

    assert parser.parse(BytesIO(written)) == BODY
    with pytest.raises(ParseError):
        parser.parse(BytesIO(json.dumps(BODY).encode("utf-16")))


def test_in_events() -> None:
    sent = event(**BODY)

    assert Event.from_json(codecs.BOM_UTF8 + sent.to_json()).data == BODY
