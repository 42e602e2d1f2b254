"""`manage.py verify_limits`: exits with 1 if a counter of a limit is wrong."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation.privacy.models import Erasure, SubjectKind
from rewards.limits.counters import list_wrong_counters
from rewards.limits.models import RewardLimitCounter


class Command(BaseCommand):
    help = "Checks that every counter of a limit is what was rewarded in its period."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each wrong counter; fail if there is one. Calculations may go on meanwhile.

        A budget that counts more than is stored is only named if a participant was erased: what
        was rewarded stays counted, and the activities are gone.
        """
        began = time.perf_counter()
        is_erased = Erasure.objects.filter(kind=SubjectKind.PARTICIPANT).exists()
        faults = 0
        for wrong in list_wrong_counters():
            may_be = is_erased and wrong.is_more and wrong.counter.limit.is_budget
            self.stderr.write(f"{wrong}{' (activities were erased)' if may_be else ''}")
            faults += not may_be
        count = RewardLimitCounter.objects.count()
        if faults:
            raise CommandError(f"{faults} of {count} counters are wrong.")
        seconds = time.perf_counter() - began
        self.stdout.write(f"{count} counters are what was rewarded ({seconds:.1f} s).")
