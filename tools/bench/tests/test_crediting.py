"""Crediting by workers that are killed…"""

import subprocess
import sys
from typing import Any

import pytest

from foundation.messaging.tests.play.other_processes import environment
from rewards.models import BalanceOperation
from rewards.queries import list_mismatches

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_leaves_one_operation_each_and_exact_balances():
    size = {"activities": 12, "workers": 4, "kills": 4}
    options = [f"--{name}={value}" for name, value in size.items()]

    done: Any = subprocess.run(
        [sys.executable, "-m", "tools.bench.crediting", *options, "--here"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert BalanceOperation.objects.count() == 12
    assert list(list_mismatches()) == []


def test_exceeds_no_limit_and_leaves_none_unused():
    size = {"activities": 80, "workers": 4, "kills": 4}
    options = [f"--{name}={value}" for name, value in size.items()]

    done: Any = subprocess.run(
        [sys.executable, "-m", "tools.bench.crediting", *options, "--limits", "--here"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert 1700 < sum(BalanceOperation.objects.values_list("amount", flat=True)) <= 1800
