"""`restore` and `delete-received` of `deploy/backups` with pgBackRest and PostgreSQL of Debian…"""

import os
import time
from collections.abc import Iterator

import psycopg
import pytest

from tools.bench.restore.cluster import BackedUpCluster, run_cluster, why_not
from tools.local.processes import until

THREE_DAYS = 3 * 24 * 3600
pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


@pytest.fixture(scope="module")
def cluster() -> Iterator[BackedUpCluster]:
    """A cluster with a backup and a receiver of its WAL."""
    with run_cluster() as cluster:
        cluster.back_up("full")
        cluster.receive("wal")
        time.sleep(1.1)  # a chosen second has to be a later one than the backup's last
        yield cluster


def _write(cluster: BackedUpCluster, row: str) -> str:
    """Commit a row, and return a moment after it and before the next."""
    with psycopg.connect(cluster.url(), autocommit=True) as database:
        database.execute("CREATE TABLE IF NOT EXISTS noted (row text PRIMARY KEY)")
        database.execute("INSERT INTO noted VALUES (%s) ON CONFLICT DO NOTHING", [row])
        time.sleep(0.1)  # the seconds of the target are those of the server's clock
        [(moment,)] = database.execute("SELECT clock_timestamp()::text").fetchall()
        time.sleep(0.1)
    return str(moment)


def _lose(cluster: BackedUpCluster) -> None:
    cluster.stop_receiving()
    cluster.lose()


def _restored(cluster: BackedUpCluster, *arguments: str) -> str:
    cluster.restore(*arguments)
    cluster.start()
    with psycopg.connect(cluster.url()) as database:
        rows = database.execute("SELECT row FROM noted ORDER BY row").fetchall()
    return "".join(row for (row,) in rows)


def test_deletes_received_wal_that_the_archive_has(cluster: BackedUpCluster) -> None:
    _write(cluster, "A")
    cluster.pgbackrest("check")
    _write(cluster, "A")
    assert until(lambda: any(cluster.received.glob("*.partial")), seconds=20)
    [unfinished] = cluster.received.glob("*.partial")
    archived = sorted(cluster.received.glob("?" * 24))
    unknown = cluster.received / archived[0].name.replace("00000001", "00000009", 1)
    unknown.touch()
    for path in (unfinished, unknown, *archived[:1]):
        os.utime(path, (time.time() - THREE_DAYS,) * 2)

    with pytest.raises(RuntimeError, match=r"1 files of .* are not in the archive"):
        cluster.run(cluster.folder / "etc" / "delete-received")

    left = {path for path in (unfinished, unknown, *archived) if path.exists()}
    assert left == {unfinished, unknown, *archived[1:]}
    unknown.unlink()


def test_restores_again_to_another_second(cluster: BackedUpCluster) -> None:
    first, second, _ = (_write(cluster, row) for row in "ABC")
    _lose(cluster)

    assert _restored(cluster, first) == "A"
    _write(cluster, "X")
    cluster.pgbackrest("check")
    cluster.lose()
    for target in ([], [second]):
        with pytest.raises(RuntimeError, match=r"timeline 2 left timeline 1 (before|after) 20"):
            cluster.restore(*target)
    assert not any(cluster.data.iterdir())
    assert _restored(cluster, "--timeline", "1", second) == "AB"
    cluster.lose()
    assert _restored(cluster, "--timeline", "1") == "ABC"
    cluster.back_up("full")
    _write(cluster, "D")
    cluster.pgbackrest("check")
    cluster.lose()
    assert _restored(cluster) == "ABCD"
