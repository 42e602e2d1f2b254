"""Whether autovacuum keeps up: dead rows of the busiest tables, while photos come in."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from tools.bench.new_database import run
from tools.bench.verdicts import Verdict

MOST_DEAD = 0.25  # of a table's rows: PostgreSQL begins at a fifth
FEW = 10_000  # dead rows that are always fine
_STATE = """
SELECT coalesce(parent.relname, stat.relname), sum(n_live_tup)::bigint, sum(n_dead_tup)::bigint,
    sum(autovacuum_count)::bigint, sum(n_tup_ins)::bigint, sum(n_tup_upd)::bigint
FROM pg_stat_user_tables stat LEFT JOIN pg_inherits ON inhrelid = relid
LEFT JOIN pg_class parent ON parent.oid = inhparent
GROUP BY 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A table at a moment, all its partitions together."""

    minute: float
    live: int
    dead: int
    vacuums: int
    inserted: int
    updated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """The samples of each table."""

    samples: Mapping[str, list[Sample]] = field(default_factory=lambda: defaultdict(list))

    def busiest(self) -> list[str]:
        """Return the tables with the most updates, most first."""
        updated = {name: all_[-1].updated - all_[0].updated for name, all_ in self.samples.items()}
        return sorted((name for name, rows in updated.items() if rows), key=lambda n: -updated[n])

    def verdict(self) -> Verdict:
        """Judge each table's dead rows at the end."""
        late = [
            f"{name} {last.dead:,} of {last.live:,}"
            for name, all_ in self.samples.items()
            if (last := all_[-1]).dead > max(FEW, MOST_DEAD * last.live)
        ]
        return Verdict(
            bar=f"autovacuum keeps up: at most {MOST_DEAD:.0%} of a table's rows dead at the end",
            measured="; ".join(late) or "yes",
            passed=not late,
        )


def watch(minutes: float, act: Callable[[], object]) -> Watched:
    """Do something again and again for so long, and look at the tables after each time."""
    watched, began = Watched(), time.monotonic()
    _look(watched, 0.0)
    while (passed := time.monotonic() - began) < minutes * 60:
        act()
        _look(watched, passed / 60)
    return watched


def show(watched: Watched, columns: int = 6, rows: int = 12) -> None:
    """Print the dead rows over time."""
    names = watched.busiest()[:rows]
    moments = len(next(iter(watched.samples.values())))
    chosen = sorted({round(n * (moments - 1) / columns) for n in range(columns + 1)})
    table = Table(title="Dead rows after so many minutes, and vacuums meanwhile")
    table.add_column("Table")
    for place in chosen:
        table.add_column(
            f"{watched.samples[names[0]][place].minute:.0f}" if names else "", justify="right"
        )
    for heading in ("Rows", "Inserted", "Updated", "Vacuums"):
        table.add_column(heading, justify="right")
    for name in names:
        all_ = watched.samples[name]
        first, last = all_[0], all_[-1]
        figures = (
            last.live,
            last.inserted - first.inserted,
            last.updated - first.updated,
            last.vacuums - first.vacuums,
        )
        table.add_row(
            name,
            *(f"{all_[place].dead:,}" for place in chosen),
            *(f"{figure:,}" for figure in figures),
        )
    Console(width=170).print(table)


def _look(watched: Watched, minute: float) -> None:
    for name, *figures in run(_STATE):
        live, dead, vacuums, inserted, updated = figures
        watched.samples[name].append(
            Sample(
                minute=minute,
                live=live,
                dead=dead,
                vacuums=vacuums,
                inserted=inserted,
                updated=updated,
            )
        )
