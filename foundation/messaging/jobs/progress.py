"""The progress of a long job, as `manage.py` commands show it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from django.core.management.base import OutputWrapper

from foundation.messaging.jobs.models import LongJob


@contextmanager
def shown_progress(stderr: OutputWrapper, what: str) -> Iterator[Callable[[LongJob], None]]:
    """Yield a function that shows how far a job is: a bar, or a line where there is no `rich`."""
    if find_spec("rich") is None:
        yield lambda job: stderr.write(in_words(job, what), style_func=str)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(what.capitalize(), total=None)
        yield lambda job: progress.update(task, completed=job.done, total=job.total)


def in_words(job: LongJob, what: str) -> str:
    return f"{job.done:,} of {job.total or 0:,} {what}"
