#!/usr/bin/env python
"""Run a management command, on the embedded servers where the environment names no others."""

import os
import sys

import django
from django.core.management import call_command, execute_from_command_line

from tools.local.environment import prepare_command
from tools.local.refusals import CannotRun


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        prepare_command()
    except CannotRun as reason:
        sys.exit(f"manage.py: {reason}")
    if sys.argv[1:2] == ["version"]:  # by this name Django prints its own
        django.setup()
        call_command(*sys.argv[1:])
        return
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
