"""What `up` needs Django for, in a process that ends: it would keep a tenth of a gigabyte.

    python -m tools.local.preparing

Prepares the database and prints who may sign in, or why not, as a line of JSON. When its input
ends, it waits until the worker answers.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from tools.local.folders import PROJECT
from tools.local.refusals import CannotRun
from tools.local.sign_ins import SignIn, SignIns

PAUSE_SECONDS = 0.2
WORKER = "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """The process, asked from outside."""

    process: "subprocess.Popen[str]"

    def sign_ins(self) -> SignIns:
        """Wait until the database is prepared.

        :raises CannotRun: it cannot be.
        """
        line = self.process.stdout.readline() if self.process.stdout else ""
        said = json.loads(line or '{"refused": "the database cannot be prepared"}')
        if "refused" in said:
            raise CannotRun(said["refused"])
        return SignIns(staff=SignIn(**said["staff"]), tagger=SignIn(**said["tagger"]))

    def await_worker(self) -> None:
        """Let it ask the worker, until `worker_answers`."""
        if self.process.stdin:
            self.process.stdin.close()

    def worker_answers(self) -> bool:
        """Return whether the worker has answered."""
        return self.process.poll() == 0


@contextmanager
def prepare_apart() -> Iterator[Preparation]:
    """Run the process until the block ends."""
    command = [sys.executable, "-m", "tools.local.preparing"]
    process = subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        try:
            yield Preparation(process=process)
        finally:
            process.terminate()


def main() -> None:
    """Prepare, print, and wait for the worker."""
    from tools.local.database import prepare_installation
    from tools.local.health import celery_worker_answers

    try:
        print(json.dumps(asdict(prepare_installation())), flush=True)
    except CannotRun as reason:
        print(json.dumps({"refused": str(reason)}), flush=True)
        return
    sys.stdin.read()
    answered = celery_worker_answers(WORKER)
    while not answered():
        time.sleep(PAUSE_SECONDS)


if __name__ == "__main__":
    main()
