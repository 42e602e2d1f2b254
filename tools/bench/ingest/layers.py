"""Which layer of a process a sampled stack belongs to, and which of our functions are on it.

py-spy's raw format has one line for each different stack, the outermost frame first:
`function (file:line);function (file:line) samples`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

OTHER = "other"
OURS = "ours: "
# The layer of a package. The rest of the standard library has none, and counts for its callers.
PACKAGES = {
    "psycopg": "SQL driver",
    "psycopg_pool": "SQL driver",
    "psycopg_binary": "SQL driver",
    "django/db": "ORM",
    "django": "framework",
    "rest_framework": "framework",
    "django_filters": "framework",
    "django_prometheus": "framework",
    "whitenoise": "framework",
    "axes": "framework",
    "drf_spectacular": "framework",
    "requests": "HTTP",
    "urllib3": "HTTP",
    "http": "HTTP",
    "aiohttp": "HTTP",
    "httpx": "HTTP",
    "asyncio": "HTTP",
    "gunicorn": "HTTP",
    "kombu": "broker",
    "celery": "broker",
    "amqp": "broker",
    "billiard": "broker",
    "vine": "broker",
    "redis": "broker",
    "structlog": "log",
    "django_structlog": "log",
    "logging": "log",
}
_FRAME = re.compile(r"(.*) \((.+):\d+\)")
LAYERS = tuple(dict.fromkeys(PACKAGES.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A function and the file it is in, as parts of a path."""

    function: str
    file: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Samples:
    """Samples of a process: all, by layer, and by our functions that are anywhere on the stack."""

    total: int = 0
    layers: Counter[str] = field(default_factory=Counter)
    functions: Counter[str] = field(default_factory=Counter)

    def add(self, frames: list[Frame], count: int, project: Path) -> None:
        """Count a stack, the outermost frame first."""
        self.total += count
        self.layers[layer_of(frames, project)] += count
        for name in {name for frame in frames if (name := _own_name(frame, project))}:
            self.functions[name] += count


def read_samples(raw: str, project: Path) -> Samples:
    """Read the output of `py-spy record --format raw --full-filenames` of one process.

    :param project: the folder of the code that is ours.
    """
    samples = Samples()
    for frames, count in _stacks(raw.splitlines()):
        samples.add(frames, count, project)
    return samples


def layer_of(frames: list[Frame], project: Path) -> str:
    """Return the layer of the innermost frame that has one."""
    return next((layer for f in reversed(frames) if (layer := _layer(f, project))), OTHER)


def _stacks(lines: Iterable[str]) -> Iterator[tuple[list[Frame], int]]:
    for line in lines:
        stack, _, count = line.rpartition(" ")
        found = (_FRAME.fullmatch(text) for text in stack.split(";"))
        frames = [Frame(function=one[1], file=Path(one[2]).parts) for one in found if one]
        yield frames, int(count)


def _layer(frame: Frame, project: Path) -> str:
    if own := _own_path(frame, project):
        return OURS + own[0]
    package = _package_path(frame)
    two, one = "/".join(package[:2]), package[0].removesuffix(".py")
    return PACKAGES.get(two) or PACKAGES.get(one, "")


def _own_path(frame: Frame, project: Path) -> tuple[str, ...]:
    """Return the path of a file of ours inside the project; of another file nothing."""
    inside = frame.file[: len(project.parts)] == project.parts
    own = frame.file[len(project.parts) :] if inside else ()
    return () if own[:1] == (".venv",) or "site-packages" in own else own


def _own_name(frame: Frame, project: Path) -> str:
    own = _own_path(frame, project)
    return f"{'/'.join(own)} {frame.function}" if own else ""


def _package_path(frame: Frame) -> tuple[str, ...]:
    """Return the path of a file inside its folder of packages, or of the standard library."""
    for number in range(len(frame.file) - 1, 0, -1):
        folder = frame.file[number - 1]
        if folder == "site-packages" or folder.startswith("python3."):
            return frame.file[number:]
    return frame.file[-1:]
