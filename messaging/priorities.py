"""Album priority on the way into Celery."""

_STEPS = 10


def celery_priority(priority: int) -> int:
    """Return Celery's priority on Redis (0 first, 9 last) for ours (0 to 100, higher first)."""
    bounded = max(0, min(100, priority))
    return _STEPS - 1 - min(_STEPS - 1, bounded // _STEPS)
