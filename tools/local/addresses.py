"""Where the processes of one machine listen, and how they find each other."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from tools.local.folders import PROJECT, kept_secret
from tools.local.ports import LOOPBACK, is_free
from tools.local.refusals import CannotRun

NEIGHBOURS = "neighbours.json"
TAGGER_EMAIL = "tagger@example.org"  # of the tagger that `up` makes


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The loopback ports of web, sandbox and number-reading server."""

    web_port: int
    sandbox_port: int
    vision_port: int

    @property
    def web(self) -> str:
        """Finishline itself."""
        return f"http://{LOOPBACK}:{self.web_port}"

    @property
    def sandbox(self) -> str:
        """The other side of every wire."""
        return f"http://{LOOPBACK}:{self.sandbox_port}"

    @property
    def vision(self) -> str:
        """The server that reads numbers and faces."""
        return f"http://{LOOPBACK}:{self.vision_port}"

    def ports(self) -> dict[str, int]:
        """Return each port under the name of its variable."""
        return {
            "WEB_PORT": self.web_port,
            "SANDBOX_PORT": self.sandbox_port,
            "VISION_PORT": self.vision_port,
        }


def addresses_of_environment() -> Addresses:
    """Read WEB_PORT, SANDBOX_PORT and VISION_PORT.

    :raises CannotRun: one of them is no port.
    """
    return Addresses(
        web_port=_port("WEB_PORT", 8000),
        sandbox_port=_port("SANDBOX_PORT", 8100),
        vision_port=_port("VISION_PORT", 8200),
    )


def require_free(addresses: Addresses) -> None:
    """Check that the ports are free.

    :raises CannotRun: one is taken.
    """
    for name, port in addresses.ports().items():
        if not is_free(port):
            raise CannotRun(
                f"port {port} is taken: stop what listens there, "
                f"or choose another with {name}={port + 10}"
            )


def neighbours_at(addresses: Addresses) -> dict[str, str]:
    """Return the variables by which processes of one machine find each other."""
    return {
        "PUBLIC_URL": addresses.web,
        "NUMBER_PROVIDER_URL": addresses.vision,
        "LOCAL_FACE_PROVIDER_URL": addresses.vision,
        "SANDBOX_URL": addresses.sandbox,
        "PHOTO_SERVICE_URL": f"{addresses.sandbox}/photo-service",
    }


def name_addresses(addresses: Addresses, var: Path) -> None:
    """Set the variables by which the processes find each other, unless they are set."""
    os.environ.update({name: str(port) for name, port in addresses.ports().items()})
    os.environ["VAR_DIR"] = str(var)
    neighbours = neighbours_at(addresses) | {"DEMO_TAGGER": TAGGER_EMAIL}
    (var / NEIGHBOURS).write_text(json.dumps(neighbours))
    for name, value in {
        **neighbours,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VISION_QUEUE": str(var / "vision" / "queue.sqlite3"),
        "CONSUMER_LIVENESS_FILE": str(var / "consumer.alive"),
        "METRICS_TOKEN": kept_secret(var / "metrics-token"),
    }.items():
        os.environ.setdefault(name, value)
    os.environ["PATH"] = f"{PROJECT / '.venv' / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    os.environ["PYTHONUNBUFFERED"] = "1"


def recall_addresses(var: Path) -> None:
    """Set the addresses of the last `up` for a command beside it, unless they are set."""
    if (var / NEIGHBOURS).exists():
        for name, value in json.loads((var / NEIGHBOURS).read_text()).items():
            os.environ.setdefault(name, value)


def _port(name: str, default: int) -> int:
    text = os.environ.get(name) or str(default)
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CannotRun(f"{name}={text} is no port")
    return int(text)
