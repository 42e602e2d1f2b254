"""The garbage collector of processes that run for long."""

import gc


def collect_less_garbage() -> None:
    """Leave what is loaded by now, and stays, out of each collection; collect less often.

    It saves a tenth of the processor, and memory where processes are forked afterwards:
    https://docs.python.org/3/library/gc.html#gc.freeze.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
