"""`manage.py verify_balances`: exits with 1 if a balance is not the sum of its operations."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rewards.models import Balance, BalanceOperation
from rewards.queries import list_mismatches


class Command(BaseCommand):
    help = "Checks that every balance is the sum of its accepted operations."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each wrong balance; fail if there is one.

        Balances and operations are compared by one statement, so credits may go on meanwhile.
        """
        began = time.perf_counter()
        mismatches = list(list_mismatches())
        for wrong in mismatches:
            total = vars(wrong)["total"]
            self.stderr.write(f"{wrong.pk}: {wrong.amount}, operations {total}")
        balances, operations = Balance.objects.count(), BalanceOperation.objects.count()
        if mismatches:
            raise CommandError(f"{len(mismatches)} of {balances} balances do not add up.")
        seconds = time.perf_counter() - began
        counted = f"{balances} balances add up, {operations} operations"
        self.stdout.write(f"{counted} ({seconds:.1f} s).")
