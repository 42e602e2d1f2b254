"""What a test costs is said by its kinds, which are marks: `-m "not browser"`.

`rehearsal` and `process` stand at the tests, since one starts processes by any means; the others
are seen from the fixtures that a test uses, or from its folder. A fixture that starts processes
asks for `starts_processes`.
"""

import pytest

BROWSER = {"live_server", "browser"}
COMMITS = {"transactional_db", "empty_bus"}
DATABASE = {"db", "django_db_setup"}
# A test's costs are counted under the first of its kinds.
KINDS = ("rehearsal", "browser", "process", "models", "walk", "commits", "database", "plain")
QUICK = " and ".join(f"not {kind}" for kind in KINDS[:6])


def kinds_of(item: pytest.Item) -> list[str]:
    """Return the kinds of a test, the dearest first."""
    fixtures = set(getattr(item, "fixturenames", ()))
    marks = {mark.name for mark in item.iter_markers()}
    database = item.get_closest_marker("django_db")
    commits = fixtures & COMMITS or (database and database.kwargs.get("transaction"))
    of_database = commits or database or fixtures & DATABASE
    folder, below, *_ = item.path.relative_to(item.config.rootpath).parts
    found = {
        "rehearsal": "rehearsal" in marks,
        "browser": fixtures & BROWSER,
        "process": "process" in marks or "starts_processes" in fixtures,
        "models": folder == "vision" or below == "bench",
        # config/ knows every app: what it asks of the database, it asks of every page or address.
        "walk": of_database and folder == "config",
        "commits": commits,
        "database": of_database,
        "plain": not of_database,
    }
    return [kind for kind in KINDS if found[kind]]


def mark(items: list[pytest.Item]) -> None:
    """Give each test its kinds as marks."""
    for item in items:
        for kind in kinds_of(item):
            item.add_marker(kind)
