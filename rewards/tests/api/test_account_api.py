"""client-api/…/balances/{participantId}… and what it was at a moment, over the AdminApi too."""

import csv
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.models import BalanceOperation
from rewards.tests.balances import adjustment, credited, refill

pytestmark = pytest.mark.django_db
BASE = "/client-api/api/v2/balances"
ADMIN = "/admin-api/api/v2/balances"
BOTH = pytest.mark.parametrize("base", [BASE, ADMIN])


@pytest.fixture
def client(caller):
    return caller("rewards.balance", "rewards.read")


def account() -> list[BalanceOperation]:
    """Return three operations: 10, 25, then -3."""
    first = credited("10")
    second = refill_balance(refill(first.balance_id, amount=Decimal(25)))
    taken = adjust_balance(adjustment(first.balance_id, activity_id=first.pk)).record
    return [first, second, taken]


def written(moment: Any) -> str:
    return str(moment.isoformat().replace("+00:00", "Z"))


@BOTH
def test_reads_a_balance_and_the_moment_for_which_it_holds(client, base):
    taken = account()[-1]

    answer = client.get(f"{base}/{taken.balance_id}")

    found = answer.json()
    assert (answer.status_code, answer["ETag"]) == (200, '"4"')
    assert (found["participantId"], found["amount"]) == (str(taken.balance_id), "32.00")
    assert found["updatedOn"] == written(taken.recorded_on)
    refill_balance(refill(taken.balance_id))
    again = client.get(f"{base}/{taken.balance_id}", {"at": found["asOf"]}).json()
    assert again == found


@BOTH
def test_reads_what_it_was_at_a_moment(client, base):
    operations = account()
    address = f"{base}/{operations[0].balance_id}"

    def at(moment: Any) -> Any:
        return client.get(address, {"at": written(moment)})

    amounts = [at(each.recorded_on).json()["amount"] for each in operations]
    assert amounts == ["10.00", "35.00", "32.00"]
    before = at(operations[0].recorded_on - timedelta(microseconds=1))
    assert (before.status_code, before.json()["code"]) == (404, "balance-not-found")


def test_lists_the_operations_with_the_running_balance_the_newest_first(client):
    first, second, taken = account()
    credited("99")

    page = client.get(f"{BASE}/{first.balance_id}/operations").json()

    shown = [(each["operationId"], each["amount"], each["balance"]) for each in page["results"]]
    assert shown == [
        (str(taken.pk), "-3.00", "32.00"),
        (str(second.pk), "25.00", "35.00"),
        (str(first.pk), "10.00", "10.00"),
    ]
    assert page["count"] == 3
    assert page["results"][0] == {
        "operationId": str(taken.pk),
        "type": "Adjustment",
        "amount": "-3.00",
        "balance": "32.00",
        "source": "Adjustment",
        "sourceId": str(first.pk),
        "occurredOn": written(taken.recorded_on),
    }


def test_lists_those_of_a_period_in_pages(client):
    first, second, taken = account()
    address = f"{BASE}/{first.balance_id}/operations"

    def ids(**query: Any) -> list[str]:
        return [each["operationId"] for each in client.get(address, query).json()["results"]]

    assert ids(to=written(taken.recorded_on)) == [str(second.pk), str(first.pk)]
    period = {"from": written(second.recorded_on), "to": written(taken.recorded_on)}
    assert ids(**period) == [str(second.pk)]
    assert ids(page=2, pageSize=2) == [str(first.pk)]
    assert client.get(address, {"page": 3, "pageSize": 2}).status_code == 404
    for query in ({"pageSize": 201}, {"page": 0}, {"from": "x"}, {"to": "2026-05-17T09:30:00"}):
        answer = client.get(address, query)
        assert (answer.status_code, [e["field"] for e in answer.json()["errors"]]) == (
            422,
            list(query),
        )


def with_credits(*amounts: str) -> Any:
    participant = ParticipantFactory.create()
    for amount in amounts:
        refill_balance(refill(participant.pk, amount=Decimal(amount)))
    return participant


def test_balances_lists_and_filters_balances(reader):
    rich, poor = with_credits("100"), with_credits("1")

    def found(**query: Any) -> set[str]:
        return {each["participantId"] for each in reader.get(ADMIN, query).json()["results"]}

    assert found() == {str(rich.pk), str(poor.pk)}
    assert found(least="50") == {str(rich.pk)}
    assert found(marketingProgramId=str(poor.program_id)) == {str(poor.pk)}
    assert reader.get(ADMIN, {"least": "x"}).status_code == 422


def test_balances_sends_operations_as_a_file(reader):
    participant = with_credits("10", "20")
    with_credits("30")

    answer = reader.get(f"{ADMIN}/operations/file", {"participantId": str(participant.pk)})

    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    header, *rows = csv.reader(text.splitlines())
    assert answer["Content-Type"] == "text/csv"
    assert header[:2] == ["operationId", "participantId"]
    assert sorted(row[6] for row in rows) == ["10.00", "20.00"]
    assert {row[1] for row in rows} == {str(participant.pk)}
