#!/usr/bin/env python
"""Run a management command, on the embedded servers where the environment names no others."""

import os
import sys

from django.core.management import execute_from_command_line

from local.environment import prepare_command
from local.refusals import CannotRun


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        prepare_command()
    except CannotRun as reason:
        sys.exit(f"manage.py: {reason}")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
