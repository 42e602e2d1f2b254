"""Show on the screen what processes write to their logs."""

import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True, kw_only=True)
class LogView:
    """Follows files from where they end now; a line is shown once it is whole."""

    logs: dict[str, Path]
    places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Skip what is there already."""
        for name, path in self.logs.items():
            self.places[name] = path.stat().st_size if path.exists() else 0

    def show(self) -> None:
        """Print what came since the last time, each line under its process's name."""
        for name, path in self.logs.items():
            if path.exists():
                self._show_one(name, path)
        sys.stdout.flush()

    def _show_one(self, name: str, path: Path) -> None:
        with path.open("rb") as file:
            file.seek(min(self.places[name], path.stat().st_size))
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self.places[name] += len(line)
                sys.stdout.write(f"{name:9}| {line.decode(errors='replace')}")
