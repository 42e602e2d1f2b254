"""Rules at divided times."""

from tools.bench.alerts import ALL_FAULTS
from tools.bench.fast_prometheus import alert_names, divided, divided_rules


def test_divides_ranges_and_bounds_of_ages_and_leaves_counts():
    assert divided("max(a_seconds) > 600") == "max(a_seconds) > 60"
    assert divided("sum(rate(a_total[5m])) > 0.05") == "sum(rate(a_total[30s])) > 0.05"
    assert (
        divided('max(queue_messages{queue="a"}) > 1000') == 'max(queue_messages{queue="a"}) > 1000'
    )
    assert divided("increase(a_total[1h]) > 0") == "increase(a_total[60s]) > 0"
    both = "max(waiting) > 0 and max(idle_seconds) > 300"
    assert divided(both) == "max(waiting) > 0 and max(idle_seconds) > 30"


def test_divides_every_for():
    assert "for: 2s" in divided_rules()
    assert "for: 2m" not in divided_rules()


def test_every_alert_has_a_fault():
    assert {alert for fault in ALL_FAULTS for alert in fault.alerts} == set(alert_names())
