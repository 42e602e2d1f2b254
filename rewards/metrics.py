"""What Prometheus reads about budgets."""

from datetime import datetime

from prometheus_client.core import GaugeMetricFamily

from foundation.records.gauges import gauge
from rewards.counters import list_reached_budgets


def budgets(now: datetime) -> list[GaugeMetricFamily]:
    """Return the used part of the budgets of which 80 percent or more are used."""
    what = "Used part of a budget in its current period, of those from 0.8 on."
    used = gauge("budget_used_ratio", what, "program", "budget")
    for limit, counter in list_reached_budgets(now):
        part = counter.used / limit.most if limit.most else 1
        used.add_metric([str(limit.program_id), str(limit.pk)], float(part))
    return [used]
