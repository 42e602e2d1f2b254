"""Migrations since the last release keep the rules that let two versions run on one database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from config.tests.migrations.released import digest_of, released
from config.tests.migrations.rules import faults_of
from config.tests.migrations.written import squawk, write

Key = tuple[str, str]


@pytest.fixture(scope="module")
def loader(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        yield MigrationLoader(connection)


@pytest.fixture(scope="module")
def used(loader) -> Mapping[str, set[str]]:
    """Return tables and columns of the last release."""
    return columns_of(loader.project_state([(app, one.last) for app, one in released().items()]))


def columns_of(state: ProjectState) -> Mapping[str, set[str]]:
    return {
        model._meta.db_table: {field.column for field in model._meta.local_fields}
        for model in state.apps.get_models()
    }


def test_a_released_migration_is_never_changed():
    changed = {app for app, one in released().items() if digest_of(app, one.last) != one.digest}

    assert changed == set(), "make another migration instead"
    assert set(released()) <= {  # an app's first migrations are not released yet
        app
        for app in settings.OWN_LABELS
        if (Path(apps.get_app_config(app).path) / "migrations").is_dir()
    }


def test_migrations_since_the_last_release_keep_the_rules(loader, used, tmp_path):
    new = {key: each for key, each in loader.disk_migrations.items() if is_new(key)}
    after = {key for key, each in new.items() if getattr(each, "stage", "") == "after"}
    written = {
        key: write(each, loader.project_state([key], at_end=False)) for key, each in new.items()
    }

    squawked = squawk(list(written.values()), tmp_path)
    found = [
        (name, *fault)
        for name, each in ((str(each.migration), each) for each in written.values())
        for fault in faults_of(each, squawked[name], used=used, unreleased_after=after)
    ]
    excused = {(str(each), rule) for each in new.values() for rule in getattr(each, "reasons", {})}
    assert [fault for fault in found if fault[:2] not in excused] == []
    assert excused - {fault[:2] for fault in found} == set(), "a reason that is not needed"


def is_new(key: Key) -> bool:
    app, name = key
    is_ours = app in settings.OWN_LABELS
    return is_ours and (app not in released() or name > released()[app].last)


def never_run(*_: Any) -> None:
    """Fail: the rules read a migration, and do not run it."""
    raise AssertionError


Planted = tuple[migrations.Migration, set[str]]


def planted(*operations: Any, found: str = "", **attributes: Any) -> Planted:
    """Return a migration of these operations, of which a text is SQL, and the rules it breaks."""
    migration = migrations.Migration("planted", "rewards")
    migration.operations = [
        migrations.RunSQL(each) if isinstance(each, str) else each for each in operations
    ]
    for name, value in attributes.items():
        setattr(migration, name, value)
    return migration, set(found.split())


def note(**fields: Any) -> migrations.AddField:
    return migrations.AddField("rewardlimit", "note", models.TextField(**fields))


REMOVED = migrations.RemoveField("rewardlimit", "unit")
OF_UNIT = models.Index(fields=["unit"], name="of_unit")
MORE_THAN_ONE = models.CheckConstraint(condition=models.Q(most__gt=1), name="more_than_one")
NEEDS_AFTER = planted(
    note(null=True), dependencies=[("rewards", "0099_after")], found="depends-on-after"
)
PLANTED: Mapping[str, Planted] = {
    "a required column": planted(note(default="-"), found="ban-drop-default"),
    "a column with a default of the database": planted(note(db_default="-")),
    "a column that is removed": planted(REMOVED, found="removes-before"),
    "a column that is removed afterwards, and was used by the release": planted(
        REMOVED, stage="after", found="still-used"
    ),
    "a column that is removed a release after its last use": planted(
        'ALTER TABLE "rewards_rewardlimit" DROP COLUMN "forgotten"', stage="after"
    ),
    "a column that is renamed": planted(
        migrations.RenameField("rewardlimit", "unit", "measure"), found="renames renaming-column"
    ),
    "a table that is removed": planted(
        migrations.DeleteModel("dryrunparticipant"), found="removes-before"
    ),
    "an index that holds off writers": planted(
        migrations.AddIndex("rewardlimit", OF_UNIT), found="require-concurrent-index-creation"
    ),
    "an index that is built beside them, and cannot be repeated": planted(
        AddIndexConcurrently("rewardlimit", OF_UNIT), atomic=False, found="prefer-robust-stmts"
    ),
    "an index that is built beside them": planted(
        'DROP INDEX CONCURRENTLY IF EXISTS "of_unit"',
        AddIndexConcurrently("rewardlimit", OF_UNIT),
        atomic=False,
    ),
    "a rule that is checked under a lock, before the version before has ended": planted(
        migrations.AddConstraint("rewardlimit", MORE_THAN_ONE),
        found="constraint-missing-not-valid narrows-before",
    ),
    "a rule that is checked later, when the version before has ended": planted(
        AddConstraintNotValid("rewardlimit", MORE_THAN_ONE), stage="after"
    ),
    "another type": planted(
        migrations.AlterField("rewardlimit", "most", models.BigIntegerField()),
        found="changing-column-type",
    ),
    "a lock that is held while Django works": planted(
        note(null=True),
        migrations.AddField("rewardlimit", "other", models.TextField(null=True)),
        found="lock-not-last",
    ),
    "a column that is removed in small letters": planted(
        "-- squawk-ignore ban-drop-column\nalter table rewards_rewardlimit\n  drop column unit;",
        found="removes-before",
    ),
    "a column that is removed beside one that is added": planted(
        "ALTER TABLE rewards_rewardlimit ADD COLUMN z int, DROP COLUMN unit", found="removes-before"
    ),
    "the same, without the word, afterwards": planted(
        "ALTER TABLE public.rewards_rewardlimit ADD COLUMN z int, DROP unit",
        stage="after",
        found="still-used",
    ),
    "a table that is removed afterwards beside one that was not used, and was used": planted(
        'drop table if exists forgotten, "rewards_rewardlimit" cascade',
        stage="after",
        found="still-used",
    ),
    "a table that is removed afterwards": planted("drop table if exists forgotten", stage="after"),
    "a constraint that is removed in small letters": planted(
        "alter table rewards_rewardlimit drop constraint once", found="removes-before"
    ),
    "a constraint that is removed afterwards, which a person has to judge": planted(
        "alter table rewards_rewardlimit drop constraint once",
        stage="after",
        found="ban-drop-constraint",
    ),
    "an index that is removed in small letters": planted(
        "drop index concurrently if exists of_unit", atomic=False, found="removes-before"
    ),
    "a rule in small letters": planted(
        "alter table only rewards_rewardlimit add unique (unit)",
        found="constraint-missing-not-valid disallowed-unique-constraint narrows-before",
    ),
    "a column that cannot be added again, after an index that can": planted(
        "DROP INDEX CONCURRENTLY IF EXISTS of_unit;"
        "CREATE INDEX CONCURRENTLY of_unit ON rewards_rewardlimit (unit);"
        "ALTER TABLE rewards_rewardlimit ADD COLUMN z int",
        atomic=False,
        found="prefer-robust-stmts",
    ),
    "an index that is dropped only after it was built": planted(
        "CREATE INDEX CONCURRENTLY of_unit ON rewards_rewardlimit (unit);"
        "DROP INDEX CONCURRENTLY IF EXISTS of_unit;",
        atomic=False,
        found="prefer-robust-stmts",
    ),
    "all rows changed": planted("update rewards_rewardlimit set unit = 'km'", found="changes-rows"),
    "all rows removed": planted(
        "WITH few AS (SELECT 1) DELETE FROM ONLY rewards_rewardlimit; TRUNCATE old",
        found="changes-rows",
    ),
    "rows of a table that it makes if it is not there": planted(
        "CREATE TABLE IF NOT EXISTS rewards_rewardlimit (id bigint);"
        "DELETE FROM rewards_rewardlimit",
        found="changes-rows",
    ),
    "rows of a table that it makes": planted(
        'CREATE TABLE "new" (id bigint); UPDATE new SET id = 1'
    ),
    "a block of code in SQL": planted(
        "DO $$ BEGIN ALTER TABLE rewards_rewardlimit DROP unit; END $$", found="runs-code"
    ),
    "code": planted(migrations.RunPython(never_run), found="runs-code"),
    "code beside a change of models": planted(
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunPython(never_run),
                migrations.RunSQL("update rewards_rewardlimit set unit = 'km'"),
            ],
            [REMOVED],
        ),
        found="changes-rows runs-code",
    ),
    "code that does nothing": planted(migrations.RunPython(migrations.RunPython.noop)),
    "a step before that needs one after": NEEDS_AFTER,
}


def test_each_planted_fault_is_found_and_nothing_else(loader, used, tmp_path):
    state = loader.project_state([("rewards", released()["rewards"].last)])
    for number, (migration, _) in enumerate(PLANTED.values()):
        migration.name = f"planted_{number}"

    written = {case: write(each, state.clone()) for case, (each, _) in PLANTED.items()}
    squawked = squawk(list(written.values()), tmp_path)

    after = {("rewards", "0099_after")}
    found: dict[str, set[str]] = {
        case: {
            rule
            for rule, _ in faults_of(
                each, squawked[str(each.migration)], used=used, unreleased_after=after
            )
        }
        for case, each in written.items()
    }
    assert found == {case: rules for case, (_, rules) in PLANTED.items()}


def test_who_depends_on_a_step_after_reads_what_to_do(loader):
    state = loader.project_state([("rewards", released()["rewards"].last)])
    mine = write(NEEDS_AFTER[0], state)

    [(rule, said)] = faults_of(mine, [], used={}, unreleased_after={("rewards", "0099_after")})

    assert rule == "depends-on-after"
    assert "makemigrations --merge" in said


def test_no_app_ends_on_a_step_after_of_this_release(loader):
    """Else `makemigrations` would write a migration that the rules refuse, for the next contributor."""
    ends = {key for key in loader.graph.leaf_nodes() if is_new(key)}
    after = [key for key in ends if getattr(loader.disk_migrations[key], "stage", "") == "after"]

    assert after == [], "print released.txt again, at a release, before the next change"
