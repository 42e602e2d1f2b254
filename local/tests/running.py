"""The environment of a whole `up` in a folder of its own, on free ports."""

import os
from pathlib import Path

from local.addresses import addresses_of_environment, neighbours_at
from local.ports import free_port

PORTS = ("WEB_PORT", "SANDBOX_PORT", "VISION_PORT")
# Variables of the suite that would lead `up` to the suite's servers.
OF_THE_SUITE = (
    "DATABASE_URL",
    "REDIS_URL",
    "EVENT_BUS_URL",
    "SECRET_KEY",
    "DJANGO_SETTINGS_MODULE",
    *neighbours_at(addresses_of_environment()),
)


def variables_of_up(var: Path) -> dict[str, str]:
    """Return the environment of an `up` beside another one, in this folder."""
    numbers = set[int]()
    while len(numbers) < len(PORTS):
        numbers.add(free_port())
    ports = {name: str(port) for name, port in zip(PORTS, numbers, strict=True)}
    kept = {name: text for name, text in os.environ.items() if name not in OF_THE_SUITE}
    return {**kept, "VAR_DIR": str(var), **ports}
