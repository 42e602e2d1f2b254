"""Alerts and dashboards ask for what is exported, and each alert has its page in the runbook."""

import json
import re
import runpy
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.registry import CollectorRegistry

import foundation.messaging.bus.consumer  # noqa: F401 (registers the consumer's metrics)
from foundation.records.gauges import SHARED
from tools.local.folders import PROJECT
from vision.server import Server
from vision.settings import Settings

PROMETHEUS = PROJECT / "deploy" / "prometheus"
GRAFANA = PROJECT / "deploy" / "grafana"
OURS = re.compile(r"\b(?:finishline|vision|django)_\w+")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="no promtool (Debian: prometheus)")


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((PROMETHEUS / "rules.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def rules_of_the_machine() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((PROMETHEUS / "machine.yaml").read_text())["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def watchdog() -> dict[str, Any]:
    """Return the watchdog as a test of rules expects it."""
    group = yaml.safe_load((PROMETHEUS / "watchdog.yaml").read_text())["groups"][0]
    (rule,) = group["rules"]
    told = {
        name: text.replace("{{ $externalLabels.docs }}", "")
        for name, text in rule["annotations"].items()
    }
    return {"exp_labels": rule["labels"], "exp_annotations": told}


def queries_of_dashboards() -> list[str]:
    panels = [
        panel for file in GRAFANA.glob("*.json") for panel in json.loads(file.read_text())["panels"]
    ]
    return [target["expr"] for panel in panels for target in panel.get("targets", [])]


def promtool(*arguments: str | Path) -> str:
    """Run promtool; return what it printed where it failed, else nothing."""
    command = [str(PROMTOOL), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def exported() -> Iterator[tuple[str, str]]:
    """Yield the type and the name of every metric of web, consumer and vision."""
    Client().get("/nowhere")  # the first request makes the metrics of the middleware
    registries: tuple[CollectorRegistry, ...] = (
        SHARED,
        REGISTRY,
        Server(Settings()).metrics.registry,
    )
    for registry in registries:
        for metric in registry.collect():
            yield metric.type, metric.name


@pytest.mark.django_db
def test_every_metric_of_rules_and_dashboards_is_exported():
    ends = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    names = {f"{name}{end}" for kind, name in exported() for end in ends.get(kind, ("",))}
    asked = {
        name
        for query in (*(rule["expr"] for rule in rules()), *queries_of_dashboards())
        for name in OURS.findall(query)
    }

    assert not asked - names
    assert len(asked) > 20


@pytest.mark.django_db
def test_every_metric_of_ours_is_in_a_rule_or_a_dashboard():
    text = " ".join([*(rule["expr"] for rule in rules()), *queries_of_dashboards()])
    of_the_pages = {"finishline_outbox_waiting", "finishline_outbox_oldest_undelivered_seconds"}
    forgotten = {
        name
        for kind, name in exported()
        if kind == "gauge" and name.startswith("finishline_") and name not in text
    }

    assert forgotten <= of_the_pages


def test_every_alert_names_its_page_of_the_runbook():
    runbook = (PROJECT / "docs" / "operations.md").read_text()
    headings = re.findall(r"^### (\w+)$", runbook, re.MULTILINE)
    docs = "{{ $externalLabels.docs }}"  # a link, where prometheus.yaml says where the docs are
    pages = {f"{docs}/operations.md#{heading.lower()}" for heading in headings}
    assert yaml.safe_load((PROMETHEUS / "prometheus.yaml").read_text())["global"]["external_labels"]

    of_all = [*rules(), *rules_of_the_machine()]
    assert {rule["annotations"]["runbook_url"] for rule in of_all} <= pages
    assert [rule["alert"] for rule in rules()] == [
        heading for heading in headings if heading in {rule["alert"] for rule in rules()}
    ]


def test_every_alert_has_a_rule_test():
    tested = yaml.safe_load((PROMETHEUS / "rules_test.yaml").read_text())["tests"]
    fires = {
        case["alertname"]
        for test in tested
        for case in test["alert_rule_test"]
        if case["exp_alerts"]
    }

    assert fires == {rule["alert"] for rule in rules()}


@needs_promtool
def test_the_rules_pass_their_tests():
    assert not promtool("check", "rules", PROMETHEUS / "rules.yaml")
    assert not promtool("test", "rules", PROMETHEUS / "rules_test.yaml")
    assert not promtool("check", "rules", PROMETHEUS / "machine.yaml")


@needs_promtool
def test_a_disk_that_is_nearly_full_pages_someone(tmp_path: Path):
    disk = 'fstype="ext4",mountpoint="/srv",instance="n"'
    (rule,) = rules_of_the_machine()
    annotations = {
        "summary": "Less than a tenth of /srv on n is free.",
        "runbook_url": "/operations.md#disknearlyfull",
    }
    labels = {"severity": "page", "fstype": "ext4", "mountpoint": "/srv", "instance": "n"}
    fired = [{"exp_labels": labels, "exp_annotations": annotations}]
    cases = [
        {"eval_time": time, "alertname": rule["alert"], "exp_alerts": alerts}
        for time, alerts in (("9m", []), ("20m", fired), ("30m", []))
    ]
    series = [
        {"series": f"node_filesystem_avail_bytes{{{disk}}}", "values": "9x22 50x10"},
        {"series": f"node_filesystem_size_bytes{{{disk}}}", "values": "100x32"},
    ]
    test = {"interval": "1m", "input_series": series, "alert_rule_test": cases}
    file = tmp_path / "machine_test.yaml"
    file.write_text(
        yaml.safe_dump({"rule_files": [str(PROMETHEUS / "machine.yaml")], "tests": [test]})
    )

    assert not promtool("test", "rules", file)


@needs_promtool
def test_the_watchdog_fires_where_nothing_else_is_known(tmp_path: Path):
    fires = {"alertname": "Watchdog", "eval_time": "0m", "exp_alerts": [watchdog()]}
    file = tmp_path / "test.yaml"
    asked = {"interval": "1m", "input_series": [], "alert_rule_test": [fires]}
    file.write_text(
        yaml.safe_dump({"rule_files": [str(PROMETHEUS / "watchdog.yaml")], "tests": [asked]})
    )

    assert not promtool("test", "rules", file)


@needs_promtool
@pytest.mark.parametrize("name", ["prometheus.yaml", "kubernetes.yaml"])
def test_the_examples_of_prometheus_can_be_read(tmp_path: Path, name: str):
    text = (PROMETHEUS / name).read_text()
    # Debian's Prometheus finds no pods: what it would find stands here instead.
    found = re.sub(
        r"kubernetes_sd_configs: .*", "static_configs: [{targets: ['10.1.2.3:8000']}]", text
    )
    file = tmp_path / name
    file.write_text(found)

    assert not promtool("check", "config", "--syntax-only", file)


@needs_promtool
def test_every_query_of_the_dashboards_can_be_read(tmp_path: Path):
    records = [
        {"record": f"query_{number}", "expr": query}
        for number, query in enumerate(queries_of_dashboards())
    ]
    file = tmp_path / "queries.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "queries", "rules": records}]}))

    assert len(records) > 20
    assert not promtool("check", "rules", file)


def test_the_dashboard_is_as_its_program_writes_it():
    made = runpy.run_path(str(GRAFANA / "make.py"))["text"]()

    assert (GRAFANA / "finishline.json").read_text() == made
