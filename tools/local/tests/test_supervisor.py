"""The supervisor..."""

import os
import signal
from pathlib import Path

import psutil
import pytest

from tools.local import supervisor as module
from tools.local.log_view import LogView
from tools.local.processes import first_number, until
from tools.local.refusals import CannotRun
from tools.local.supervisor import MARK, Supervisor, end_marked, services_of


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.1)
    monkeypatch.setattr(module, "STOP_SECONDS", 3.0)
    return str(tmp_path)


def supervise(procfile: str, logs: Path, said: list[str]) -> Supervisor:
    supervisor = Supervisor(services=services_of(procfile, logs), say=said.append)
    supervisor.start(*supervisor.names())
    return supervisor


def number_in(path: Path) -> int:
    assert until(lambda: bool(first_number(path)), seconds=10)
    return first_number(path) or 0


def tend_until(supervisor: Supervisor, path: Path, other_than: int) -> bool:
    def again() -> bool:
        supervisor.tend()
        return first_number(path) not in (None, other_than)

    return until(again, seconds=10)


def test_starts_again_what_was_killed_and_says_so(tmp_path):
    said: list[str] = []
    pid_file = tmp_path / "pid"
    supervisor = supervise(f'web: echo $$ > "{pid_file}"; exec sleep 60\n', tmp_path, said)
    pid = number_in(pid_file)

    os.kill(pid, signal.SIGKILL)
    came_back = tend_until(supervisor, pid_file, pid)

    supervisor.stop()
    assert came_back
    assert said[0].startswith("web died (SIGKILL); starting it again in ")


def test_waits_longer_for_what_keeps_dying_and_gives_up_a_start(tmp_path):
    said: list[str] = []
    supervisor = supervise("broken: echo no luck; exit 3\n", tmp_path, said)
    [service] = supervisor.services
    pauses = []

    def three_times() -> bool:
        supervisor.tend()
        pauses.append(service.pause)
        return service.early_deaths == 3

    assert until(three_times, seconds=20)

    supervisor.stop()
    assert "exit status 3" in said[0]
    assert pauses[-1] > pauses[0]
    with pytest.raises(CannotRun, match=r"^broken keeps dying: no luck \(.*broken\.log\)$"):
        supervisor.require_steady()


@pytest.mark.parametrize(
    "line",
    [
        "deep: setsid sh -c 'echo $$ > \"{}\"; sleep 60' & wait\n",
        "deaf: trap '' TERM; echo $$ > \"{}\"; while true; do sleep 1; done\n",
    ],
)
def test_ends_children_of_children_in_whatever_session_and_what_does_not_follow(tmp_path, line):
    pid_file = tmp_path / "pid"
    supervisor = supervise(line.format(pid_file), tmp_path, [])
    pid = number_in(pid_file)

    supervisor.stop()

    assert until(lambda: not psutil.pid_exists(pid), seconds=5)


def test_ends_what_a_killed_supervisor_left(tmp_path, mark):
    pid_file = tmp_path / "pid"
    orphaned = supervise(f'web: echo $$ > "{pid_file}"; exec sleep 60\n', tmp_path, [])
    pid = number_in(pid_file)

    ended = end_marked(mark)

    assert ended == 1
    assert orphaned.services[0].has_died() or not psutil.pid_exists(pid)


def test_leaves_processes_of_other_folders_alone(tmp_path):
    supervisor = supervise("web: exec sleep 60\n", tmp_path, [])

    ended = end_marked(f"{tmp_path}-another")

    alive = supervisor.services[0].age() > 0
    supervisor.stop()
    assert ended == 0
    assert alive


def test_makes_the_folder_of_its_logs_and_turns_a_large_one_over(tmp_path, monkeypatch):
    log = tmp_path / "log" / "web.log"
    supervisor = supervise("web: echo here\n", log.parent, [])

    assert until(lambda: log.read_text() == "here\n", seconds=5)
    supervisor.stop()
    monkeypatch.setattr(module, "LARGEST_LOG", 3)
    services_of("web: true\n", log.parent)

    assert (log.parent / "web.log.1").read_text() == "here\n"


def test_shows_whole_lines_under_the_name_of_their_process(tmp_path, capsys):
    log = tmp_path / "web.log"
    log.write_text("before\n")
    view = LogView(logs={"web": log})

    with log.open("a") as file:
        file.write("first\nhal")
    view.show()
    with log.open("a") as file:
        file.write("f\n")
    view.show()

    assert capsys.readouterr().out == "web      | first\nweb      | half\n"
