"""Django's command, in two stages, and with short waits for locks."""

from functools import partial
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from config.migrating import repeat_while_locked, short_locks, telling_progress
from foundation.records.unapplied_migrations import Unapplied, is_new, list_unapplied


class Command(migrate.Command):
    """`manage.py migrate [--before]`."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--before",
            action="store_true",
            help="apply only what the version before can run with; the rest when it has ended",
        )

    def handle(self, *args: Any, before: bool = False, **options: Any) -> None:
        """Migrate; where a table is in use, try again for some minutes."""
        targets = [(options.pop("app_label"), options.pop("migration_name"))]
        if before:
            if targets != [(None, None)]:
                raise CommandError("--before is for all apps: name none.")
            # On a new database no version has run before.
            targets = [(None, None)] if is_new() else targets_before(list_unapplied())
        if options["database"] != DEFAULT_DB_ALIAS:
            raise CommandError("Finishline has one database.")
        for app, name in targets:
            with telling_progress(self.stderr.write), short_locks(self.stderr.write):
                act = partial(super().handle, *args, app_label=app, migration_name=name, **options)
                repeat_while_locked(act, self.stderr.write)


def targets_before(unapplied: list[Unapplied]) -> list[tuple[str | None, str | None]]:
    """Return how far each app is migrated while the version before runs; (None, None): all, fully.

    :raises CommandError: a migration depends on one that may be applied only afterwards.
    """
    after = {(each.app, each.name): each for each in unapplied if each.is_after}
    if not after:
        return [(None, None)]
    last: dict[str, str] = {}
    for each in unapplied:
        if each.is_after:
            continue
        if missing := [str(after[key]) for key in each.depends_on if key in after]:
            raise CommandError(
                f"{each} needs {', '.join(missing)}, which may be applied only when no process of "
                "the version before runs. Finish the upgrade to that version first, or stop all "
                "processes and migrate without --before."
            )
        last[each.app] = each.name
    return list(last.items())
