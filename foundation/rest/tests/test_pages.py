"""Lists have pages, filters and an order; a value that cannot be read is refused."""

import pytest
from django.contrib.auth.models import Group

from foundation.rest.tests.conftest import Caller

pytestmark = pytest.mark.usefixtures("sample_api")

GROUPS = "/admin-api/api/v2/groups"


@pytest.fixture
def groups(db: None) -> None:
    Group.objects.all().delete()
    Group.objects.bulk_create(Group(name=f"g{number:03}") for number in range(60))


def names(answer) -> list[str]:
    return [row["name"] for row in answer.json()["results"]]


@pytest.mark.usefixtures("groups")
def test_a_page_has_fifty_rows_and_its_neighbours(caller: Caller):
    answer = caller(is_superuser=True).get(GROUPS)

    assert names(answer) == [f"g{number:03}" for number in range(50)]
    assert {key: answer.json()[key] for key in ("count", "next", "previous")} == {
        "count": 60,
        "next": "http://testserver/admin-api/api/v2/groups?page=2",
        "previous": None,
    }


@pytest.mark.usefixtures("groups")
def test_a_page_may_be_asked_for_by_number_and_size(caller: Caller):
    answer = caller(is_superuser=True).get(f"{GROUPS}?page=3&pageSize=7")

    assert names(answer) == [f"g{number:03}" for number in range(14, 21)]


@pytest.mark.usefixtures("groups")
def test_a_page_past_the_last_is_404(caller: Caller):
    assert caller(is_superuser=True).get(f"{GROUPS}?page=3").status_code == 404


def test_no_rows_are_one_empty_page(caller: Caller):
    client = caller(is_superuser=True)
    Group.objects.all().delete()

    assert client.get(GROUPS).json() == {"count": 0, "next": None, "previous": None, "results": []}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=0", "page"),
        ("page=last", "page"),
        ("page=", "page"),
        ("page=-1", "page"),
        ("page=99999999999999999999", "page"),
        ("page=%00", "page"),
        ("page=²", "page"),
        ("pageSize=201", "pageSize"),
        ("pageSize=0", "pageSize"),
        ("ordering=password", "ordering"),
        ("fields=name,password", "fields"),
        ("ordering=--name", "ordering"),
        ("groupId=x", "groupId"),
        ("namePart=%00", "namePart"),
    ],
)
def test_a_value_that_cannot_be_read_is_422(caller: Caller, query: str, field: str):
    answer = caller(is_superuser=True).get(f"{GROUPS}?{query}")

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_a_number_too_large_for_a_column_is_not_a_fault(caller: Caller):
    answer = caller(is_superuser=True).get(f"{GROUPS}?groupId={10**30}")

    assert answer.status_code in (200, 422)


@pytest.mark.usefixtures("groups")
def test_rows_are_filtered_by_camel_case_names(caller: Caller):
    answer = caller(is_superuser=True).get(f"{GROUPS}?namePart=g00&ordering=-name&pageSize=3")

    assert answer.json()["count"] == 10
    assert names(answer) == ["g009", "g008", "g007"]
