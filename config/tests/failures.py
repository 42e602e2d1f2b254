"""What failed in a run of the suite, for `.ci/again`: `script/test --failures=FILE`."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--failures", type=Path, help="write the tests that failed into this file")


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("failures")
    if file and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(file))


@dataclass(eq=False)  # pytest puts plugins into sets
class Failures:
    """A plugin of the controller: it writes the traceback of each test's first failure."""

    file: Path
    failed: dict[str, str] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.setdefault(report.nodeid, report.longreprtext)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        written = {"exit_status": int(exitstatus), "failed": self.failed}
        self.file.write_text(json.dumps(written))
