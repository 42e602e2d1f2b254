"""How much is lost when the database server burns, and how long it takes to be back.

    python -m tools.bench.restore [--gigabytes 5] [--seconds 40] [--rounds newest chosen] [--logs FOLDER]

A PostgreSQL 15 of Debian with the backups of `deploy/backups`, filled to the size. Photos,
activities, corrections and erasures come in; then the server is killed and its folder deleted, and
the database is restored as `docs/backups.md` says: first to the newest commit, then, after more of
the same, to a chosen second. Afterwards the sources repeat what they sent. Prints the times and the
verdicts; exits with 1 if a bar is missed. Needs Debian's `postgresql-15` and `pgbackrest`.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from tools.bench.breaking import SETTINGS
from tools.bench.rehearsal import rehearse
from tools.bench.restore.cluster import run_cluster, why_not
from tools.bench.restore.drawn import database_bytes, fill
from tools.bench.restore.rounds import SERVICES, Drill, Restored
from tools.bench.verdicts import conclude, show_figures

NEWEST, CHOSEN = "newest", "chosen"
ROUNDS = {NEWEST: "The newest commit", CHOSEN: "A chosen second"}


def main() -> None:
    """Rehearse both rounds and print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.restore", description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=5.0)
    parser.add_argument("--seconds", type=int, default=40, help="of traffic before each loss")
    parser.add_argument("--rounds", nargs="+", choices=ROUNDS, default=list(ROUNDS))
    parser.add_argument("--logs", type=Path, help="folder for the logs of servers and processes")
    asked = parser.parse_args()
    if reason := why_not():
        sys.exit(f"tools.bench.restore cannot run: {reason}")
    with (
        run_cluster() as cluster,
        rehearse({**SETTINGS, "DATABASE_URL": cluster.url()}, *SERVICES) as system,
    ):
        try:
            cluster.receive("wal-1")
            photos = fill(asked.gigabytes)
            size = database_bytes() / 1e9
            drill = Drill.new(cluster, system)
            drill.back_up("full")
            _show_backup(size, photos, drill)
            rounds = []
            for title in asked.rounds:
                done = drill.lose_and_restore(
                    ROUNDS[title], asked.seconds, is_chosen=title == CHOSEN
                )
                _show(done)
                rounds.append(done)
        finally:
            if asked.logs:
                for folder in (cluster.folder / "log", Path(os.environ["VAR_DIR"]) / "log"):
                    shutil.copytree(folder, asked.logs, dirs_exist_ok=True)
    conclude([verdict for one in rounds for verdict in one.verdicts])


def _show_backup(size: float, photos: int, drill: Drill) -> None:
    figures = {
        "Database": f"{size:.2f} GB, {photos:,} photos",
        "Backups and archive": f"{drill.repository_bytes / 1e9:.2f} GB, encrypted",
        **{f"Backup, {kind}": f"{seconds:.0f} s" for kind, seconds in drill.backups.items()},
    }
    show_figures("The backup", figures)


def _show(done: Restored) -> None:
    """Show a round as soon as it is over: the next one takes minutes."""
    show_figures(done.title, done.figures)
    for verdict in done.verdicts:
        print(verdict, flush=True)


if __name__ == "__main__":
    main()
