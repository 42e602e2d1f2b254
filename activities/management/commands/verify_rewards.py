"""`manage.py verify_rewards`: exits with 1 if a stored reward is not what its revision gives."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from activities.explaining.reward_checks import list_reward_checks

PROGRESS_SECONDS = 5.0


class Command(BaseCommand):
    help = "Calculates every stored reward again, by its revision, and compares it with its credit."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each reward that differs, and how far it is every few seconds."""
        began = shown = time.perf_counter()
        count = uncredited = wrong = 0
        for checks in list_reward_checks():
            differing = [check for check in checks if not check.is_equal]
            count, wrong = count + len(checks), wrong + len(differing)
            uncredited += sum(check.credited is None for check in checks)
            for check in differing:
                self.stderr.write(f"{check.activity_id}: {check.sentence}")
            if time.perf_counter() - shown > PROGRESS_SECONDS:
                shown = time.perf_counter()
                self.stderr.write(f"{count:,} rewards, {wrong:,} differ")
        if wrong:
            raise CommandError(f"{wrong:,} of {count:,} rewards differ.")
        seconds = time.perf_counter() - began
        self.stdout.write(
            f"{count:,} rewards are what their revisions give, {uncredited:,} of them not "
            f"credited yet ({seconds:.1f} s)."
        )
