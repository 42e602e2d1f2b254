"""Two years of photos, tagging and activities: plans, pruning, and autovacuum under ingest.

    python -m tools.bench.scale [--photos 10000000] [--each 300] [--minutes 30] [--folder FOLDER]

Fills a PostgreSQL 15 of Debian of its own with so many photos and, in proportion, what belongs to
them, and runs the system on it: photos through broker and provider, taggers, activities, `--each`
of each kind. Prints the twenty statements that were executed most often, by the plans that the
server wrote down; then how long a month takes to go; then dead rows while photos come in for so
many minutes (0: not at all). Exits with 1 if a bar is missed. With `--folder` the data stay there
and are not filled again; delete it if filling was interrupted, for then indexes are missing.
10,000,000 photos take 31 GB and, on two processors that do nothing else, a quarter of an hour.
"""

import argparse
import sys
import time
from pathlib import Path

from tools.bench.ingest.photos import SETTINGS, WARM_UP, run_photos, set_latency
from tools.bench.new_database import run
from tools.bench.rehearsal import Rehearsal, make_tables, rehearse
from tools.bench.scale import plans, pruning, vacuuming
from tools.bench.scale.server import PlanningServer, run_server, why_not
from tools.bench.scale.traffic import prepare_traffic
from tools.bench.verdicts import Verdict, conclude, show_figures

SERVICES = ("consumer", "recognition", "deliveries", "worker", "web", "beat")
FREQUENT = 20
BATCH = 200  # photos between two looks at the tables
_SIZES = """
SELECT coalesce(parent.relname, child.relname), sum(pg_total_relation_size(child.oid))::bigint,
    sum(child.reltuples)::bigint
FROM pg_class child LEFT JOIN pg_inherits ON inhrelid = child.oid
LEFT JOIN pg_class parent ON parent.oid = inhparent
WHERE child.relkind = 'r' AND child.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY 2 DESC LIMIT 20
"""


def main() -> None:
    """Fill, measure, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.scale",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=int, default=10_000_000)
    parser.add_argument("--each", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--folder", type=Path)
    asked = parser.parse_args()
    if reason := why_not():
        sys.exit(f"tools.bench.scale cannot run: {reason}")
    with run_server(asked.folder) as server:
        settings = {**SETTINGS, "DATABASE_URL": server.url(), "THROTTLE_TAGGER": "1000000/m"}

        def tables() -> None:
            make_tables()
            _fill(server, asked.photos)

        with rehearse(settings, *SERVICES, tables=tables) as system:
            verdicts = _measure_plans(server, system, asked.each)
            verdicts += _measure_pruning()
            if asked.minutes:
                watched = vacuuming.watch(asked.minutes, lambda: run_photos(system, BATCH))
                vacuuming.show(watched)
                verdicts.append(watched.verdict())
    conclude(verdicts)


def _fill(server: PlanningServer, photos: int) -> None:
    from tools.bench.scale.filling import fill

    began = time.perf_counter()
    server.vacuum_by_itself(on=False)
    fill(photos)
    server.vacuum_by_itself(on=True)
    print(f"Filled in {time.perf_counter() - began:.0f} s.", flush=True)
    sizes = {name: f"{size / 1e9:.2f} GB, {rows:,} rows" for name, size, rows in run(_SIZES)}
    show_figures("The largest tables", sizes)


def _measure_plans(server: PlanningServer, system: Rehearsal, each: int) -> list[Verdict]:
    set_latency(system, 0)
    run_photos(system, WARM_UP)
    traffic = prepare_traffic(system, each)
    run("VACUUM ANALYZE tagging_taggingtask")
    server.write_plans(0)
    traffic.run()
    server.write_plans(-1)
    files = server.plans()
    frequent = plans.most_frequent(files, FREQUENT)
    plans.show(frequent, f"The {FREQUENT} most frequent statements, ms")
    plans.show(plans.slowest(files, 10), "The slowest, ms")
    return [one.verdict() for one in frequent]


def _measure_pruning() -> list[Verdict]:
    for table in pruning.TABLES:
        pruning.cut_off_oldest(table)
    dropped = [pruning.drop_oldest_month(table) for table in pruning.TABLES]
    show_figures("A month pruned", {one.table: one.shown() for one in dropped})
    return [one.verdict() for one in dropped]


if __name__ == "__main__":
    main()
