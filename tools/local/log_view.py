"""Show the processes' logs on the screen."""

import sys
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True, kw_only=True)
class LogView:
    """Follows files from their present end; a line is shown when it is complete."""

    logs: dict[str, Path]
    places: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Skip what the files hold already."""
        for name, path in self.logs.items():
            self.places[name] = path.stat().st_size if path.exists() else 0

    def show(self) -> None:
        """Print the new lines, each after the name of its process."""
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
