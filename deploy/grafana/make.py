"""Writes the dashboard: `python deploy/grafana/make.py`. A test compares the file with it."""
# ruff: noqa: INP001 (a program beside its file, not a package)

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("finishline.json")
SOURCE = {"type": "prometheus", "uid": "${source}"}
WIDTH, HEIGHT, ACROSS = 8, 8, 3

_VIEWS = "django_http_requests_latency_seconds_by_view_method_bucket"
_STATUS = "django_http_responses_total_by_status_total"
_ANSWERS = "django_http_responses_total_by_status_view_method_total"
_CALLS = "finishline_provider_calls_in_an_hour"
_ENDED = f'sum by (name) (max by (name, end) ({_CALLS}{{end=~"answered|failed"}}))'
_TOPIC = "finishline_bus_message_seconds"
# By row: title, unit, query, legend.
PANELS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "HTTP": (
        ("Answers a second", "reqps", f"sum by (status) (rate({_STATUS}[5m]))", "{{status}}"),
        (
            "5xx a second, by view",
            "reqps",
            f'topk(8, sum by (view, status) (rate({_ANSWERS}{{status=~"5.."}}[5m])))',
            "{{status}} {{view}}",
        ),
        (
            "Slowest views, p95",
            "s",
            f"topk(8, histogram_quantile(0.95, sum by (le, view) (rate({_VIEWS}[5m]))))",
            "{{view}}",
        ),
        ("Servers", "none", "min(finishline_database_up)", "database"),
        ("Gauges failing", "none", "max(finishline_gauges_failing)", "functions"),
        ("Redis", "none", "min(finishline_redis_up)", "redis"),
    ),
    "Messages": (
        ("Lanes: oldest", "s", "max by (lane) (finishline_lane_oldest_seconds)", "{{lane}}"),
        ("Lanes: waiting", "none", "max by (lane) (finishline_lane_waiting)", "{{lane}}"),
        ("Lanes: paused", "s", "max by (lane) (finishline_lane_paused_seconds)", "{{lane}}"),
        (
            "Deliveries to peers in an hour",
            "none",
            "max by (peer, end) (finishline_peer_calls_in_an_hour)",
            "{{peer}} {{end}}",
        ),
        (
            "Seconds an answer of a peer",
            "s",
            "max by (peer, share) (finishline_peer_answer_seconds)",
            "{{peer}} {{share}}",
        ),
        ("Given up", "none", "max(finishline_outbox_dead)", "outbox"),
        ("Dead letters", "none", "max(finishline_dead_letters)", "events"),
        ("Connected to the bus", "none", "min(finishline_bus_up)", "consumers"),
        ("Bus", "none", "max by (queue) (finishline_bus_queue_messages)", "{{queue}}"),
        (
            "Events a second",
            "cps",
            "sum by (topic, verdict) (rate(finishline_bus_messages_total[5m]))",
            "{{topic}} {{verdict}}",
        ),
        (
            "Seconds an event",
            "s",
            f"sum by (topic) (rate({_TOPIC}_sum[5m])) / sum by (topic) (rate({_TOPIC}_count[5m]))",
            "{{topic}}",
        ),
    ),
    "Workers": (
        ("Queues", "none", "max by (queue) (finishline_celery_queue_tasks)", "{{queue}}"),
        ("Idle", "s", "max by (queue) (finishline_celery_queue_idle_seconds)", "{{queue}}"),
        ("Tasks failing", "s", "max by (task) (finishline_task_failing_seconds)", "{{task}}"),
        ("Beat silent", "s", "max(finishline_beat_silent_seconds)", "beat"),
        ("Jobs", "none", "max by (kind) (finishline_jobs_unfinished)", "{{kind}}"),
        ("Jobs overdue", "s", "max by (kind) (finishline_job_overdue_seconds)", "{{kind}}"),
        ("Jobs failed", "none", "max by (kind) (finishline_jobs_failed_in_a_day)", "{{kind}}"),
    ),
    "Backups": (
        ("Archive late", "s", "max(finishline_wal_archive_late_seconds)", "late"),
        ("Archive failing", "none", "max(finishline_wal_archive_failing)", "failing"),
        ("Kept by slots", "bytes", "max by (slot) (finishline_wal_slot_kept_bytes)", "{{slot}}"),
    ),
    "Photos": (
        ("Photos", "none", "max by (state) (finishline_photos_waiting)", "{{state}}"),
        ("Oldest", "s", "max by (state) (finishline_photos_oldest_seconds)", "{{state}}"),
        ("Due", "none", "max by (step) (finishline_photos_due)", "{{step}}"),
        ("Callbacks waiting", "none", "max(finishline_callbacks_waiting)", "waiting"),
        ("Providers paused", "s", "max by (name) (finishline_provider_paused_seconds)", "{{name}}"),
        ("Tagging tasks", "none", "max by (state) (finishline_tagging_tasks)", "{{state}}"),
        ("Tagged in an hour", "none", "max(finishline_tagging_completed_in_an_hour)", "tasks"),
    ),
    "Providers": (
        ("Calls in an hour", "none", f"max by (name, end) ({_CALLS})", "{{name}} {{end}}"),
        (
            "Failed calls",
            "percentunit",
            f'max by (name) ({_CALLS}{{end="failed"}}) / ({_ENDED} > 0)',
            "{{name}}",
        ),
        (
            "Seconds an answer",
            "s",
            "max by (name, share) (finishline_provider_answer_seconds)",
            "{{name}} {{share}}",
        ),
    ),
    "Activities": (
        ("Failing", "none", "max by (what) (finishline_activities_failing)", "{{what}}"),
        (
            "Budgets from 80 %",
            "percentunit",
            "max by (program, budget) (finishline_budget_used_ratio)",
            "{{program}} {{budget}}",
        ),
    ),
    "Vision": (
        ("Queue", "none", "sum by (step) (vision_queue_requests)", "{{step}}"),
        ("Images a second", "cps", "sum(rate(vision_images_recognised_total[5m]))", "images"),
        (
            "Processor time, p95",
            "s",
            "histogram_quantile(0.95, sum by (le) (rate(vision_recognition_seconds_bucket[5m])))",
            "p95",
        ),
        ("Given up", "cps", "sum by (step) (rate(vision_requests_failed_total[5m]))", "{{step}}"),
    ),
}


def dashboard() -> dict[str, Any]:
    source = {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}
    return {
        "uid": "finishline",
        "title": "Finishline",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [source]},
        "panels": [{"id": number, **panel} for number, panel in enumerate(_panels(), start=1)],
    }


def _panels() -> Iterator[dict[str, Any]]:
    y = 0
    for row, panels in PANELS.items():
        yield {"type": "row", "title": row, "gridPos": {"x": 0, "y": y, "w": 24, "h": 1}}
        for number, panel in enumerate(panels):
            down, across = divmod(number, ACROSS)
            yield _panel(*panel, x=across * WIDTH, y=y + 1 + down * HEIGHT)
        y += 1 + HEIGHT * (1 + (len(panels) - 1) // ACROSS)


def _panel(title: str, unit: str, query: str, legend: str, *, x: int, y: int) -> dict[str, Any]:
    return {
        "type": "timeseries",
        "title": title,
        "datasource": SOURCE,
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "gridPos": {"x": x, "y": y, "w": WIDTH, "h": HEIGHT},
        "targets": [{"refId": "A", "datasource": SOURCE, "expr": query, "legendFormat": legend}],
    }


def text() -> str:
    return json.dumps(dashboard(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
