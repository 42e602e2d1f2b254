"""admin-api/…/balances…"""

import csv
from decimal import Decimal
from typing import Any

import pytest

from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import refill_balance
from rewards.tests.balances import refill

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/balances"


def credited(*amounts: str) -> Any:
    participant = ParticipantFactory.create()
    for amount in amounts:
        refill_balance(refill(participant.pk, amount=Decimal(amount)))
    return participant


def test_lists_and_filters_balances(reader):
    rich, poor = credited("100"), credited("1")

    def found(**query: Any) -> set[str]:
        return {each["participantId"] for each in reader.get(BASE, query).json()["results"]}

    assert found() == {str(rich.pk), str(poor.pk)}
    assert found(least="50") == {str(rich.pk)}
    assert found(marketingProgramId=str(poor.program_id)) == {str(poor.pk)}
    assert reader.get(BASE, {"least": "x"}).status_code == 422


def test_sends_operations_as_a_file(reader):
    participant = credited("10", "20")
    credited("30")

    answer = reader.get(f"{BASE}/operations/file", {"participantId": str(participant.pk)})

    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    header, *rows = csv.reader(text.splitlines())
    assert answer["Content-Type"] == "text/csv"
    assert header[:2] == ["operationId", "participantId"]
    assert sorted(row[6] for row in rows) == ["10.00", "20.00"]
    assert {row[1] for row in rows} == {str(participant.pk)}
