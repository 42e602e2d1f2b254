"""`manage.py verify_balances`: exits with 1 if a balance or a running balance is wrong."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rewards.balances.models import Balance, BalanceOperation
from rewards.balances.queries import list_broken_chains, list_mismatches


class Command(BaseCommand):
    help = "Checks that every balance, now and after each operation, is the sum of its operations."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each wrong balance and running balance; fail if there is one.

        Each of the two checks is one statement, so credits may go on meanwhile.
        """
        began = time.perf_counter()
        mismatches = list(list_mismatches())
        for wrong in mismatches:
            total = vars(wrong)["total"]
            self.stderr.write(f"{wrong.pk}: {wrong.amount}, operations {total}")
        broken = list(list_broken_chains())
        for each in broken:
            before, after = vars(each)["before"], each.balance_after
            what = f"{before} and {each.amount}, but {after} after it"
            self.stderr.write(f"operation {each.pk} of {each.balance_id}: {what}")
        balances, operations = Balance.objects.count(), BalanceOperation.objects.count()
        if mismatches:
            raise CommandError(f"{len(mismatches)} of {balances} balances do not add up.")
        if broken:
            raise CommandError(f"{len(broken)} of {operations} running balances do not add up.")
        seconds = time.perf_counter() - began
        counted = f"{balances} balances add up, {operations} operations"
        self.stdout.write(f"{counted} ({seconds:.1f} s).")
