"""Making what the database refuses, to see that it is found."""

from typing import Any

from django.db import connection

from rewards.models import Balance


def write_wrong_balance(balance_id: Any, amount: Any) -> None:
    """Write a balance that is not the sum of its operations; the test's transaction ends it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE rewards_balance DISABLE TRIGGER USER")
        Balance.objects.filter(pk=balance_id).update(amount=amount)
        cursor.execute("ALTER TABLE rewards_balance ENABLE TRIGGER USER")
