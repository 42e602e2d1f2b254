"""Runs a separate RabbitMQ node from Debian's `rabbitmq-server`, which a bench may kill.

It shares nothing with another node of the machine: it has its own name, ports, port mapper (epmd),
cookie and folder.
"""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tools.local.ports import LOOPBACK, kept_port
from tools.local.processes import last_line, until

# Debian's command with this name changes the user and uses only the machine's folders.
PROGRAM = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
START_SECONDS = 60.0
END_SECONDS = 10.0
GREETING = b"AMQP\x00\x00\x09\x01"


@dataclass(slots=True, kw_only=True)
class RabbitNode:
    """A node with its data, cookie and ports in one folder."""

    folder: Path
    child: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    def url(self) -> str:
        """Return the address of its event bus."""
        return f"amqp://guest:guest@{LOOPBACK}:{self._port('amqp')}//"

    def start(self) -> None:
        """Start the node if it does not run, and wait until it accepts clients."""
        if self.child is not None:
            return
        with self._log.open("ab") as log:
            self.child = subprocess.Popen(
                [PROGRAM],
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if not until(self._answers, seconds=START_SECONDS):
            raise RuntimeError(f"RabbitMQ does not start: {last_line(self._log)} ({self._log})")

    def kill(self) -> None:
        """Kill the node, as a crash of the machine would."""
        if self.child is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)
            self.child.wait(END_SECONDS)
            self.child = None
            # The port mapper is a separate daemon; it would outlive the node.
            subprocess.run(
                ["epmd", "-kill"], env=self._environment(), capture_output=True, check=False
            )

    @property
    def _log(self) -> Path:
        return self.folder / "rabbitmq.log"

    def _answers(self) -> bool:
        """Connect like a client: the port is open before the broker is ready."""
        with suppress(OSError), socket.create_connection((LOOPBACK, self._port("amqp")), 1) as peer:
            peer.settimeout(1)
            peer.sendall(GREETING)
            return len(peer.recv(7)) == 7
        return False

    def _port(self, name: str) -> int:
        path = self.folder / f"{name}.port"
        return int(path.read_text()) if path.exists() else kept_port(path)

    def _environment(self) -> dict[str, str]:
        plugins = self.folder / "enabled_plugins"
        plugins.write_text("[].")
        return {
            "PATH": os.defpath,
            "HOME": str(self.folder),
            "ERL_EPMD_ADDRESS": LOOPBACK,
            "ERL_EPMD_PORT": str(self._port("epmd")),
            "RABBITMQ_NODENAME": f"finishline{self._port('amqp')}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": LOOPBACK,
            "RABBITMQ_NODE_PORT": str(self._port("amqp")),
            "RABBITMQ_DIST_PORT": str(self._port("dist")),
            "RABBITMQ_MNESIA_BASE": str(self.folder / "data"),
            "RABBITMQ_LOG_BASE": str(self.folder / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(plugins),
            "RABBITMQ_CONFIG_FILE": str(self.folder / "none"),
            "RABBITMQ_CONF_ENV_FILE": str(self.folder / "none-env"),
        }


def why_not() -> str:
    """Return why there can be no node on this machine; empty if there can."""
    return "" if PROGRAM.exists() else f"rabbitmq-server is not installed ({PROGRAM})"


@contextmanager
def run_node() -> Iterator[RabbitNode]:
    """Run a node until the block ends."""
    folder = Path(tempfile.mkdtemp(prefix="finishline-rabbitmq-"))
    node = RabbitNode(folder=folder)
    try:
        node.start()
        yield node
    finally:
        node.kill()
        shutil.rmtree(folder, ignore_errors=True)
