"""How far a job is, in words and as a bar."""

from django.template.loader import render_to_string

from recognition.queries.jobs.progress import JobProgress


def shown_progress(progress: JobProgress) -> str:
    """Return how far a job's photos are, in words and as a bar."""
    under_way = progress.selected - progress.resting
    waiting = progress.resting - progress.processed - progress.failed
    told = [
        f"{progress.processed:,} processed",
        f"{progress.failed:,} failed",
        f"{under_way:,} under way",
        *([f"{waiting:,} waiting for a tagger or resting"] if waiting else []),
    ]
    context = {
        "taken": f"{progress.selected:,} photo{'' if progress.selected == 1 else 's'} taken",
        "told": ", ".join(told),
        "under_way": under_way,
        "percent": 100 * progress.resting // progress.selected if progress.selected else 0,
    }
    return render_to_string("recognition/job_progress.html", context)
