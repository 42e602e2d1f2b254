"""What `up` needs Django for, in a process that ends: it would keep a tenth of a gigabyte.

    python -m tools.local.preparing DESCRIPTOR

Prepares the database and writes who may sign in, or why not, as a line of JSON to the descriptor.
After a line on its input it runs the samples, whose progress and tables go to the screen.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TextIO

from tools.local.folders import PROJECT
from tools.local.refusals import CannotRun
from tools.local.sign_ins import SignIn, SignIns

SAMPLES = (("demo", "--sample"), ("demo_activities",))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """The process, and what it says."""

    process: "subprocess.Popen[str]"
    said: TextIO

    def sign_ins(self) -> SignIns:
        """Wait until the database is prepared.

        :raises CannotRun: it cannot be.
        """
        line = self.said.readline()
        said = json.loads(line or '{"refused": "the database cannot be prepared"}')
        if "refused" in said:
            raise CannotRun(said["refused"])
        return SignIns(staff=SignIn(**said["staff"]), tagger=SignIn(**said["tagger"]))

    def run_samples(self) -> None:
        """Let it send the sample album and the sample activities through Finishline."""
        if self.process.stdin:
            print("run", file=self.process.stdin, flush=True)

    def is_running(self) -> bool:
        """Return whether it still works on them."""
        return self.process.poll() is None


@contextmanager
def prepare_apart() -> Iterator[Preparation]:
    """Run the process until the block ends."""
    reading, writing = os.pipe()
    with (
        os.fdopen(reading) as said,
        subprocess.Popen(
            [sys.executable, "-m", "tools.local.preparing", str(writing)],
            cwd=PROJECT,
            env={**os.environ, "LOG_LEVEL": "WARNING"},
            stdin=subprocess.PIPE,
            pass_fds=[writing],
            text=True,
        ) as process,
    ):
        os.close(writing)
        try:
            yield Preparation(process=process, said=said)
        finally:
            process.terminate()


def main(descriptor: int) -> None:
    """Prepare, say so, and run the samples when told to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # `up` ends it
    from tools.local.database import prepare_installation

    with os.fdopen(descriptor, "w") as said:
        try:
            json.dump(asdict(prepare_installation()), said)
        except CannotRun as reason:
            json.dump({"refused": str(reason)}, said)
    if sys.stdin.readline():
        _run_samples()


def _run_samples() -> None:
    from django.core.management import CommandError, call_command

    for command in SAMPLES:
        try:
            call_command(*command)
        except CommandError as error:
            print(f"{command[0]}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]))
