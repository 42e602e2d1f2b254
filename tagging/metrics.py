"""What Prometheus reads about tagging tasks."""

from datetime import datetime

from prometheus_client.core import GaugeMetricFamily

from foundation.records.gauges import gauge
from tagging.board.queries import list_albums_waiting
from tagging.statistics.albums import count_completed


def tasks(now: datetime) -> list[GaugeMetricFamily]:
    """Return the unfinished tasks, and how long the oldest waits in an album without taggers."""
    counts = gauge("tagging_tasks", "Unfinished tagging tasks.", "state")
    still = gauge("tagging_still_seconds", "Longest wait in an album without a tagger at work.")
    done = gauge("tagging_completed_in_an_hour", "Tasks completed in the last hour.")
    waiting = list_albums_waiting(now)
    counts.add_metric(["Open"], sum(each.open for each in waiting))
    counts.add_metric(["Assigned"], sum(each.in_hand for each in waiting))
    alone = [each.since for each in waiting if not each.works and not each.completed]
    still.add_metric([], (now - min(alone)).total_seconds() if alone else 0)
    done.add_metric([], count_completed(now))
    return [counts, still, done]
