"""Rules that hold in each source of the apps, and of tests…"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from tools.local.folders import PROJECT

SKIPS = re.compile(r"skip_locked=True|SKIP LOCKED")
LOOKS_AGAIN = {
    "foundation/messaging/jobs.py": "the next sweep wakes the job",
    "foundation/messaging/outbox/rows.py": "another worker has the row; the lane stays due",
    "recognition/rejudging/rejudging.py": "the next sweep claims the photo",
    "recognition/processing/storing.py": "the next sweep resumes the photo",
    "recognition/due.py": "the next sweep claims the row",
    "tagging/works/commands.py": "it waits for the tasks before it refuses with no-tasks",
}


def test_every_place_that_skips_locked_rows_looks_again():
    found = {
        str(path.relative_to(settings.BASE_DIR))
        for app in settings.OWN_FOLDERS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "tests" not in path.parts and SKIPS.search(path.read_text())
    }

    assert found == set(LOOKS_AGAIN)


# What Django looks for under this name, in each app.
EXPECTED = frozenset({"Command", "Meta", "Config", "Media"})


def test_no_two_classes_have_one_name():
    places: dict[str, list[str]] = defaultdict(list)
    for name, place in _classes():
        places[name].append(place)

    doubled = {name: where for name, where in sorted(places.items()) if len(where) > 1}
    assert not doubled, "\n".join(f"{name}: {', '.join(where)}" for name, where in doubled.items())


def _classes() -> Iterator[tuple[str, str]]:
    for app in ("config", *settings.OWN_PACKAGES):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            relative = path.relative_to(settings.BASE_DIR)
            if {"tests", "migrations"} & set(relative.parts):
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ClassDef) and node.name not in EXPECTED:
                    yield node.name, f"{relative}:{node.lineno}"


MOMENT = re.compile(r'\|date:"[^"]*H:i[^"]*" ?\}\}(?! UTC)')


def test_our_templates_write_a_moment_with_utc_behind_it():
    written = {
        str(path.relative_to(PROJECT)): MOMENT.findall(path.read_text())
        for folder in ("templates", *settings.OWN_FOLDERS)
        for path in (PROJECT / folder).rglob("*.html")
        if "templates" in path.parts
    }

    assert len(written) > 20
    assert {path: moments for path, moments in written.items() if moments} == {}


SLEEP = re.compile(r"\b(?<!pg_)(?<!def )(?:sleep|wait_for_timeout)\([^)]")
ASKS_AGAIN = "It asks again and again, until a condition is true or a time is over."
TO_BE_KILLED = "The process is killed meanwhile."
SLEEPS = {
    "tools/bench/tests/test_restore.py": "A second of the clock is what is restored to.",
    "foundation/fetching/tests/test_fetch_image.py": "The test is about the pace of a slow host.",
    "config/tests/moving/test_killed.py": ASKS_AGAIN,
    "config/tests/ways/compose.py": ASKS_AGAIN,
    "tools/local/tests/running.py": ASKS_AGAIN,
    "foundation/messaging/tests/jobs/test_long_jobs.py": TO_BE_KILLED,
    "foundation/messaging/tests/listener/apps.py": ASKS_AGAIN,
    "foundation/messaging/tests/play/consumers.py": ASKS_AGAIN,
    "foundation/messaging/tests/play/racing.py": ASKS_AGAIN,
    "recognition/tests/calls/processes.py": ASKS_AGAIN,
    "recognition/tests/erasing/test_erasing_goes_on.py": ASKS_AGAIN,
    "recognition/tests/jobs/test_killed_jobs.py": TO_BE_KILLED,
    "foundation/rest/tests/test_servers_hang.py": "Redis is left alone for five seconds then.",
    "tools/sandbox/tests/conftest.py": ASKS_AGAIN,
    "tagging/tests/workbench/test_series.py": "Nothing is to happen meanwhile.",
    "vision/tests/test_full_disk.py": ASKS_AGAIN,
    "vision/tests/test_personal_data.py": "It lets the loop of asyncio run once.",
    "vision/tests/waiting.py": ASKS_AGAIN,
}


def test_no_other_file_of_tests_sleeps():
    found = {
        str(file.relative_to(PROJECT))
        for folder in ("*/tests", "*/*/tests")
        for file in PROJECT.glob(f"{folder}/**/*.py")
        if SLEEP.search(file.read_text())
    }

    assert found == set(SLEEPS)


FRAMEWORKS = ("django", "psycopg", "psycopg_pool", "rest_framework", "celery")
# Modules whose names, as far as they are used here, the references name.
DOCUMENTED = frozenset({
    "celery", "celery.schedules", "celery.signals", "django", "django.apps", "django.conf",
    "django.contrib", "django.contrib.admin", "django.contrib.admin.models",
    "django.contrib.auth", "django.contrib.auth.admin", "django.contrib.auth.backends",
    "django.contrib.auth.hashers", "django.contrib.auth.models",
    "django.contrib.auth.password_validation", "django.contrib.contenttypes.models",
    "django.contrib.postgres.aggregates", "django.contrib.postgres.constraints",
    "django.contrib.postgres.expressions", "django.contrib.postgres.fields",
    "django.contrib.postgres.indexes", "django.contrib.postgres.search", "django.core",
    "django.core.cache", "django.core.checks", "django.core.exceptions",
    "django.core.files.uploadedfile", "django.core.mail", "django.core.mail.backends.base",
    "django.core.management.base", "django.core.paginator", "django.core.serializers.json",
    "django.core.signing", "django.core.validators", "django.core.wsgi", "django.db",
    "django.db.models", "django.db.models.functions", "django.db.models.lookups",
    "django.db.models.signals", "django.db.transaction", "django.forms", "django.http",
    "django.shortcuts", "django.template.defaultfilters", "django.template.loader",
    "django.template.response", "django.templatetags.static", "django.test", "django.urls",
    "django.utils", "django.utils.cache", "django.utils.dateparse", "django.utils.functional",
    "django.utils.html", "django.utils.module_loading", "django.utils.safestring",
    "django.utils.timezone", "django.utils.translation", "django.views.decorators.http",
    "django.views.generic", "django.views.i18n",
    "psycopg", "psycopg.conninfo", "psycopg.errors", "psycopg.sql",
    "psycopg.types.json", "psycopg_pool", "rest_framework", "rest_framework.authentication",
    "rest_framework.exceptions", "rest_framework.negotiation", "rest_framework.pagination",
    "rest_framework.parsers", "rest_framework.permissions", "rest_framework.renderers",
    "rest_framework.request", "rest_framework.response", "rest_framework.serializers",
    "rest_framework.throttling", "rest_framework.views", "rest_framework.viewsets",
})  # fmt: skip
# Names of modules that are documented in part.
DOCUMENTED_NAMES = frozenset({
    "django.contrib.admin.utils.unquote",
    "django.contrib.auth.forms.SetPasswordForm",
    # Commands are documented by their names, and that a project may override them.
    "django.contrib.auth.management.commands.changepassword",
    "django.contrib.auth.management.commands.createsuperuser",
    "django.core.management.commands.migrate",
    "django.contrib.auth.tokens.default_token_generator",
    "django.contrib.auth.views.PasswordChangeView",
    "django.contrib.auth.views.PasswordResetConfirmView",
    "django.core.management.call_command",
    "django.core.signals.request_started",
    "django.db.backends.postgresql.psycopg_any.NumericRange",
    "django.db.models.expressions.RawSQL",
    "django.db.models.fields.json.KT",
    "django.http.response.HttpResponseBase",
    "django.http.response.JsonResponse",
    "django.middleware.gzip.GZipMiddleware",
    "django.utils.decorators.method_decorator",
    "django.utils.encoding.force_bytes",
    "django.utils.http.url_has_allowed_host_and_scheme",
    "django.utils.http.urlencode",
    "django.utils.http.urlsafe_base64_encode",
    "django.views.decorators.cache.never_cache",
})  # fmt: skip
# Attributes of a private name that the references document.
DOCUMENTED_ATTRIBUTES = frozenset({"_meta", "_state", "_default_manager", "_base_manager"})
# Internals without an underscore that the project has used, or might.
INTERNALS = frozenset({
    "annotation_col_map", "get_compiler", "get_converters", "in_atomic_block", "klass_info",
    "run_on_commit", "savepoint_ids", "settings_dict",
})  # fmt: skip
# Private names of other libraries and of Python itself.
NOT_OF_THE_FRAMEWORKS = frozenset(
    {"_asdict", "_replace", "_exit", "_deliver", "_warn_cache", "_error_cache", "_map_serializer"}
)
# Each with its reason in docs/architecture.md; two at most.
EXCEPTIONS = {
    # Settings alone leave a web process hanging where PostgreSQL hangs without refusing.
    "config/watched_connection.py: wait": "overrides psycopg.Connection.wait",
    # The documented `transaction.get_autocommit` would take a connection in order to answer.
    "foundation/records/database.py: in_atomic_block": "asks Django's connection",
}  # fmt: skip


def test_the_apps_use_documented_names_alone():
    used = {f"{path}: {name}" for path, tree in _modules() for name in _undocumented(tree)}

    assert sorted(used - EXCEPTIONS.keys()) == []


def test_no_more_than_two_exceptions_are_left_and_each_is_used():
    used = {f"{path}: {name}" for path, tree in _modules() for name in _undocumented(tree)}

    assert len(EXCEPTIONS) <= 2
    assert EXCEPTIONS.keys() <= used


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for app in ("config", *settings.OWN_FOLDERS):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            relative = path.relative_to(settings.BASE_DIR)
            if not {"tests", "migrations"} & set(relative.parts):
                yield str(relative), ast.parse(Path(path).read_text())


def _undocumented(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                yield from _undocumented_imports(module, [name.name for name in names])
            case ast.Import(names=names):
                yield from (n.name for n in names if _is_framework(n.name) and "." in n.name)
            case ast.Attribute(attr=name) if _is_internal(node):
                yield name
            case ast.FunctionDef(name="wait", args=ast.arguments(vararg=ast.arg())):
                yield "wait"


def _undocumented_imports(module: str, names: list[str]) -> Iterator[str]:
    if _is_framework(module) and module not in DOCUMENTED:
        for name in names:
            if f"{module}.{name}" not in DOCUMENTED_NAMES:
                yield f"{module}.{name}"


def _is_framework(module: str) -> bool:
    return module.partition(".")[0] in FRAMEWORKS


def _is_internal(node: ast.Attribute) -> bool:
    """Return whether an attribute is private to another class than the one that reads it."""
    if node.attr in INTERNALS:
        return True
    is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    is_private = node.attr.startswith("_") and not node.attr.startswith("__")
    return is_private and not is_own and not _is_known(node)


def _is_known(node: ast.Attribute) -> bool:
    return node.attr in DOCUMENTED_ATTRIBUTES | NOT_OF_THE_FRAMEWORKS
