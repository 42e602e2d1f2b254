"""When processes look for garbage."""

import gc


def collect_seldom() -> None:
    """Look for garbage seldom: most of what is made is kept, or goes without a search."""
    gc.set_threshold(20_000, 50, 100)


def freeze_loaded() -> None:
    """Leave what is loaded by now, and stays, out of each collection.

    It saves processor time, and memory where processes are forked afterwards:
    https://docs.python.org/3/library/gc.html#gc.freeze.
    """
    gc.collect()
    gc.freeze()
