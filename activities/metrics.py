"""What Prometheus reads about activities."""

from dataclasses import asdict
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily

from activities.queries.figures import get_failures, get_open_claims
from foundation.records.gauges import gauge


def failures(now: datetime) -> list[GaugeMetricFamily]:
    """Return what staff may have to act on; counts are bounded."""
    counts = gauge("activities_failing", "Activities that need staff.", "what")
    found = asdict(get_failures(now)) | {"open_claims": asdict(get_open_claims(now))}
    for name, failing in found.items():
        counts.add_metric([name], failing["count"])
    return [counts]
