"""GET …/tagators/{tagatorId}/statistic (AdminApi) and …/statistics/tagators (InternalApi)…"""

from uuid import UUID

import pytest

from tagging.tests.factories import new_tagator

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z"}
WRONG = [
    {},
    {"from": MAY["from"]},
    {"to": MAY["to"]},
    {"from": MAY["to"], "to": MAY["from"]},
    {"from": MAY["from"], "to": MAY["from"]},
    {"from": "2026-05-01T00:00:00", "to": MAY["to"]},
    {"from": MAY["from"], "to": "2027-06-01T00:00:00Z"},
]


def of_one(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/statistic"


@pytest.mark.parametrize("asked", WRONG)
def test_of_one_in_no_proper_period_is_422(manager, asked):
    assert manager.get(of_one(new_tagator().pk), asked).status_code == 422
