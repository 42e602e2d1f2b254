"""What a balance was at a moment, and statements of a period…"""

import csv
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.refusals import Refusal
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.balances.queries import (
    BalanceAt,
    MomentToCome,
    get_balance,
    get_statement,
    list_broken_chains,
    list_mismatches,
)
from rewards.models import BalanceNotFound, BalanceOperation
from rewards.tests.factories import adjustment, credited, refill

pytestmark = pytest.mark.django_db


TICK = timedelta(microseconds=1)
AGES_AGO = datetime(2000, 1, 1, tzinfo=UTC)
# No deadline: a busy machine may be slow.
UNTIMED = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
# What to add or take, and how many days before the others it is ordered: that order does not count.
OPERATIONS = st.lists(st.tuples(st.integers(-300, 500), st.integers(0, 3)), max_size=12)


@UNTIMED
@given(wanted=OPERATIONS, cut=st.tuples(st.integers(0, 12), st.integers(0, 12)))
def test_are_those_of_a_model(wanted: list[tuple[int, int]], cut: tuple[int, int]):
    participant_id = ParticipantFactory.create().pk
    model = [(AGES_AGO, Decimal(0))]
    answers: list[BalanceAt] = []
    for number, days in [(1, 0), *wanted]:
        operation = _operated(participant_id, Decimal(number) / 4, timedelta(days=days))
        if operation is not None:
            model.append((operation.recorded_on, model[-1][1] + operation.amount))
        answers.append(get_balance(participant_id))

    assert [_at(participant_id, each.as_of) for each in answers] == [x.amount for x in answers]
    for (moment, balance), (_, before) in zip(model[1:], model, strict=False):
        assert _at(participant_id, moment) == balance
        assert _at(participant_id, moment - TICK) == before
    since, until = sorted(model[min(place, len(model) - 1)][0] for place in cut)
    statement = get_statement(participant_id, since, until + TICK)
    amounts = [b - a for (_, a), (on, b) in pairwise(model)
               if since <= on <= until]  # fmt: skip
    assert [each.amount for each in statement.operations] == amounts
    assert statement.opening + sum(amounts) == statement.closing
    assert statement.closing == _at(participant_id, until)
    assert statement.added - statement.taken == sum(amounts)
    assert not list_mismatches().exists()
    assert not list_broken_chains().exists()


def _operated(participant_id: UUID, amount: Decimal, before: timedelta) -> BalanceOperation | None:
    """Add or take an amount; None: it was refused."""
    now = datetime(2026, 5, 17, 9, 30, tzinfo=UTC) - before
    try:
        if amount >= 0:
            return refill_balance(refill(participant_id, amount=amount, now=now))
        return adjust_balance(adjustment(participant_id, str(amount), now=now)).record
    except Refusal:
        return None


def _at(participant_id: UUID, moment: datetime) -> Decimal:
    try:
        return get_balance(participant_id, moment).amount
    except BalanceNotFound:
        return Decimal(0)


@pytest.mark.django_db(transaction=True)
def test_are_a_chain_whoever_races():
    participant_id = credited("100").balance_id
    answers: list[BalanceAt] = []

    def change(number: int) -> None:
        for turn in range(6):
            if number % 3:
                refill_balance(refill(participant_id, amount=Decimal(number)))
            else:
                adjust_balance(adjustment(participant_id, "-1"))
            if (turn + number) % 2:
                answers.append(get_balance(participant_id))

    at_once(*(partial(change, number) for number in range(8)))

    operations = list(BalanceOperation.objects.order_by("recorded_on"))
    running, chain = Decimal(0), []
    for each in operations:
        running += each.amount
        chain.append(running)
    assert [each.balance_after for each in operations] == chain
    assert len({each.recorded_on for each in operations}) == len(operations) == 49
    assert get_balance(participant_id).amount == running
    assert [_at(participant_id, each.as_of) for each in answers] == [x.amount for x in answers]
    assert not list_mismatches().exists()
    assert not list_broken_chains().exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "read", [lambda pk: get_balance(pk).amount,
             lambda pk: get_statement(pk, AGES_AGO, datetime.max.replace(tzinfo=UTC)).closing],
    ids=["balance", "statement"],
)  # fmt: skip
def test_wait_for_an_operation_that_has_its_moment_but_is_not_committed(read):
    participant_id = credited("10").balance_id

    found = race(
        partial(refill_balance, refill(participant_id, amount=Decimal(5))),
        partial(read, participant_id),
    )

    assert found == 15


def test_know_nothing_before_the_first_operation_nor_after_now():
    first = credited("10")
    participant_id, now = first.balance_id, get_balance(first.balance_id).as_of

    assert get_balance(participant_id, now).amount == 10
    with pytest.raises(BalanceNotFound):
        get_balance(participant_id, first.recorded_on - TICK)
    with pytest.raises(BalanceNotFound):
        get_balance(uuid4())
    with pytest.raises(MomentToCome) as refused:
        get_balance(participant_id, now + timedelta(days=1))
    assert list(refused.value.errors) == ["at"]
    for since, balance in ((now + TICK, 10), (AGES_AGO, 0)):
        found = get_statement(participant_id, since, since + timedelta(days=1))
        assert found.opening == found.closing == balance
        assert found.count == 0


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
def test_over_the_api_reads_a_balance_and_the_moment_for_which_it_holds(client, base):
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
def test_over_the_api_reads_what_it_was_at_a_moment(client, base):
    operations = account()
    address = f"{base}/{operations[0].balance_id}"

    def at(moment: Any) -> Any:
        return client.get(address, {"at": written(moment)})

    amounts = [at(each.recorded_on).json()["amount"] for each in operations]
    assert amounts == ["10.00", "35.00", "32.00"]
    before = at(operations[0].recorded_on - timedelta(microseconds=1))
    assert (before.status_code, before.json()["code"]) == (404, "balance-not-found")


def test_over_the_api_lists_the_operations_with_the_running_balance_the_newest_first(client):
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


def test_over_the_api_lists_those_of_a_period_in_pages(client):
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


def test_over_the_api_balances_lists_and_filters_balances(reader):
    rich, poor = with_credits("100"), with_credits("1")

    def found(**query: Any) -> set[str]:
        return {each["participantId"] for each in reader.get(ADMIN, query).json()["results"]}

    assert found() == {str(rich.pk), str(poor.pk)}
    assert found(least="50") == {str(rich.pk)}
    assert found(marketingProgramId=str(poor.program_id)) == {str(poor.pk)}
    assert reader.get(ADMIN, {"least": "x"}).status_code == 422


def test_over_the_api_balances_sends_operations_as_a_file(reader):
    participant = with_credits("10", "20")
    with_credits("30")

    answer = reader.get(f"{ADMIN}/operations/file", {"participantId": str(participant.pk)})

    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    header, *rows = csv.reader(text.splitlines())
    assert answer["Content-Type"] == "text/csv"
    assert header[:2] == ["operationId", "participantId"]
    assert sorted(row[6] for row in rows) == ["10.00", "20.00"]
    assert {row[1] for row in rows} == {str(participant.pk)}
