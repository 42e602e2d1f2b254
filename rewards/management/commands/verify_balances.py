"""`manage.py verify_balances`: every balance is the sum of its accepted operations, or exit 1."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rewards.queries import count_balances, list_mismatches


class Command(BaseCommand):
    help = "Check that every balance is the sum of its accepted operations."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each balance that is not; fail when there is one."""
        mismatches = list(list_mismatches())
        for wrong in mismatches:
            self.stderr.write(
                f"{wrong.balance_id}: {wrong.amount}, operations {wrong.sum_of_operations}"
            )
        if mismatches:
            raise CommandError(f"{len(mismatches)} of {count_balances()} balances do not add up.")
        self.stdout.write(f"{count_balances()} balances add up.")
