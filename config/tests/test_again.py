"""`.ci/again` runs what failed once more, and…"""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.local.folders import PROJECT

pytestmark = pytest.mark.process

TESTS = """
from pathlib import Path

def test_flaky():
    seen = Path(__file__).with_name("seen")
    if not seen.exists():
        seen.touch()
        raise ValueError("a busy machine")

def test_good():
    pass
"""
BROKEN = "\ndef test_broken():\n    raise ValueError('a fault')\n"


def run(folder: Path, tests: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests, and what failed of them again."""
    (folder / "test_one.py").write_text(tests)
    pytest_here = [sys.executable, "-m", "pytest", "-p", "config.tests.failures"]
    pytest_here += ["-c", f"{folder}/none.ini", "--rootdir", str(folder), "-q"]
    (folder / "none.ini").write_text("[pytest]\n")
    environment = {"PYTHONPATH": str(PROJECT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    first = [*pytest_here, f"--failures={folder}/failures", *arguments, "test_one.py"]
    subprocess.run(first, cwd=folder, env=environment, check=False, capture_output=True)
    again = [sys.executable, f"{PROJECT}/.ci/again", f"{folder}/failures", *pytest_here]
    return subprocess.run(
        again, cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


def test_says_what_passes_then_with_its_first_failure(tmp_path: Path):
    done = run(tmp_path, TESTS)

    assert done.returncode == 0, done.stderr
    assert "flaky: 1, " in done.stdout
    assert "flaky: test_one.py::test_flaky" in done.stdout
    assert "ValueError: a busy machine" in done.stdout


def test_fails_where_one_fails_twice(tmp_path: Path):
    done = run(tmp_path, TESTS + BROKEN)

    assert done.returncode == 1
    assert "flaky: test_one.py::test_flaky" in done.stdout
    assert "flaky: test_one.py::test_broken" not in done.stdout


def test_runs_nothing_where_all_passed(tmp_path: Path):
    done = run(tmp_path, TESTS, "-k", "good")

    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("arguments", [("-k", "nothing"), ("--no-such-option",)])
def test_fails_where_the_run_was_broken_otherwise(tmp_path: Path, arguments: tuple[str, ...]):
    assert run(tmp_path, TESTS, *arguments).returncode == 1
