"""Reasons as stored: short enough to read, and accepted by PostgreSQL."""

REASON_LENGTH = 2000


def bounded(reason: str) -> str:
    """Return the reason cut to `REASON_LENGTH`, without NUL, which PostgreSQL refuses."""
    return reason.replace("\x00", "\\0")[:REASON_LENGTH]
