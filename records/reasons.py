"""Reasons as they are stored: short enough to read, and without what PostgreSQL refuses."""

REASON_LENGTH = 2000


def bounded(reason: str) -> str:
    """Return a reason that fits a person's screen and PostgreSQL's text (no NUL)."""
    return reason.replace("\x00", "\\0")[:REASON_LENGTH]
