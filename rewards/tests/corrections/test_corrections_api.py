"""AdminApi `corrections`…"""

from typing import Any

import pytest

from foundation.rest.tests.conftest import Caller
from rewards.tests.corrections.corrected import changed, credited_runs, previewed

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2/corrections"


def test_lists_items_by_filters_and_as_csv(caller: Caller):
    runs = changed(credited_runs("5", "8", participants=2), "distance > 6 ? 1 : distance * 3")
    correction, client = previewed(runs), caller("rewards.read")
    address = f"{BASE}/{correction.pk}/items"

    queries = {
        "raised": {"change": "Raised"},
        "lowered": {"change": "Lowered"},
        "of one": {"participantId": str(runs.participant.pk)},
        "applied": {"state": "Applied"},
        "of changed data": {"cause": "Data"},
    }
    found = {
        name: [each["new"] for each in client.get(address, query).json()["results"]]
        for name, query in queries.items()
    }
    file: Any = client.get(f"{address}/file", {"change": "Lowered"})

    assert found == {"raised": ["15"], "lowered": ["1"], "of one": ["15"], "applied": [],
                     "of changed data": []}  # fmt: skip
    header, line, end = b"".join(file.streaming_content).decode("utf-8-sig").split("\r\n")
    assert header.startswith("activityId,participantId")
    assert ",16,1,-15,Formula,Pending," in line
    assert end == ""
