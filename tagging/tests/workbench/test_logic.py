"""What the workbench decides without a page: `logic/`, run by the Node that Playwright brings."""

import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import playwright
import pytest

NODE = Path(playwright.__file__).parent / "driver/node"
LOGIC = Path(__file__).parent / "logic"


@pytest.mark.process
def test_each_test_passes(tmp_path: Path, subtests: pytest.Subtests):
    report = tmp_path / "report.xml"
    options = [
        "--test-isolation=none",
        "--test-timeout=20000",
        "--test-force-exit",  # what is asked again and again ends no more
        "--test-reporter=junit",
        f"--test-reporter-destination={report}",
    ]
    files = sorted(LOGIC.glob("*.test.mjs"))

    command = [str(NODE), "--test", *options, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)

    cases = list(ET.parse(report).iter("testcase"))
    for case in cases:
        with subtests.test(case.get("name")):
            failure = case.find("failure")
            assert failure is None, failure.text
    assert (done.returncode, len(cases) > 60) == (0, True), done.stderr
