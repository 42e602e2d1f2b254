"""Refusing to start: a fault in the settings would show only at a photo, a call or a message."""

import sys

from django.core.checks import run_checks

# Gunicorn does not start a worker again that ended with this status: it would end so each time.
EXIT_STATUS = 3


def require_working_settings() -> None:
    """End the process, naming the settings, if a check of settings finds an error.

    Management commands run these checks by themselves; they need no server.
    """
    found = run_checks(tags=["settings"])
    errors = [each for each in found if each.is_serious() and not each.is_silenced()]
    if errors:
        lines = [f"{each.msg} ({each.id})" for each in errors]
        print("Not started, the settings cannot work:", *lines, sep="\n  ", file=sys.stderr)
        sys.exit(EXIT_STATUS)
