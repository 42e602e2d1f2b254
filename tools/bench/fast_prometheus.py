"""A Prometheus that reads a rehearsal every second, by our rules at divided times."""

import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import yaml

from tools.local.folders import PROJECT
from tools.local.ports import kept_port

RULES = PROJECT / "deploy" / "prometheus" / "rules.yaml"
DIVIDED_BY = 10  # ages
RANGES_DIVIDED_BY = {"m": 10, "h": 60}
UNITS = {"m": 60, "h": 3600}
START_SECONDS = 30.0
_RANGE = re.compile(r"\[(\d+)([mh])\]")
_AGE = re.compile(r"(_seconds\b[^>]*> )(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prometheus:
    """The running server."""

    url: str

    def firing(self) -> set[str]:
        """Return the names of the alerts that fire."""
        with urllib.request.urlopen(f"{self.url}/api/v1/alerts", timeout=10) as answer:
            alerts = json.load(answer)["data"]["alerts"]
        return {each["labels"]["alertname"] for each in alerts if each["state"] == "firing"}


def why_not() -> str:
    """Return why Prometheus cannot run here; empty if it can."""
    return "" if shutil.which("prometheus") else "no prometheus on the path (Debian: prometheus)"


def alert_names() -> list[str]:
    groups = yaml.safe_load(RULES.read_text())["groups"]
    return [rule["alert"] for group in groups for rule in group["rules"]]


def divided_rules() -> str:
    """Return the rules with `for` in seconds for minutes, ages and ranges divided."""
    document = yaml.safe_load(RULES.read_text())
    for group in document["groups"]:
        for rule in group["rules"]:
            rule["for"] = f"{_seconds(rule['for']) // 60}s"
            rule["expr"] = divided(rule["expr"])
    return yaml.safe_dump(document)


def divided(query: str) -> str:
    """Return a query with its ranges and its bounds of ages divided."""
    query = _RANGE.sub(lambda m: f"[{_seconds(m[1] + m[2]) // RANGES_DIVIDED_BY[m[2]]}s]", query)
    return _AGE.sub(lambda m: f"{m[1]}{int(m[2]) // DIVIDED_BY}", query)


@contextmanager
def run_prometheus(*, token: str, web: str, consumer: str, vision: str) -> Iterator[Prometheus]:
    """Run a server that reads these targets, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="finishline-prometheus-") as name:
        folder = Path(name)
        port = kept_port(folder / "port")
        (folder / "rules.yaml").write_text(divided_rules())
        (folder / "prometheus.yaml").write_text(_config(token, web, consumer, vision))
        command = [
            "prometheus",
            f"--config.file={folder / 'prometheus.yaml'}",
            f"--storage.tsdb.path={folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{port}",
            "--log.level=error",
        ]
        process = subprocess.Popen(command)
        try:
            prometheus = Prometheus(url=f"http://127.0.0.1:{port}")
            _await(prometheus)
            yield prometheus
        finally:
            process.terminate()
            process.wait()


def _config(token: str, web: str, consumer: str, vision: str) -> str:
    return yaml.safe_dump(
        {
            "global": {
                "scrape_interval": "1s",
                "scrape_timeout": "1s",
                "evaluation_interval": "1s",
            },
            "rule_files": ["rules.yaml"],
            "scrape_configs": [
                {
                    "job_name": "finishline-web",
                    # Without its database a process answers after some seconds.
                    "scrape_interval": "5s",
                    "scrape_timeout": "5s",
                    "authorization": {"credentials": token},
                    "static_configs": [{"targets": [web]}],
                },
                {"job_name": "finishline-consumer", "static_configs": [{"targets": [consumer]}]},
                {"job_name": "finishline-vision", "static_configs": [{"targets": [vision]}]},
            ],
        }
    )


def _await(prometheus: Prometheus) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError):
            prometheus.firing()
            return
        time.sleep(0.2)
    raise RuntimeError("Prometheus did not start")


def _seconds(text: str) -> int:
    return int(text[:-1]) * UNITS[text[-1]]
