"""Whoever adds an address decides where it may lead, and names it here and in docs/security.md."""

import ast
from pathlib import Path

from django.apps import apps
from django.conf import settings

ROOT = settings.BASE_DIR
PICTURE, SERVICE = "a picture: outside", "a service: where one can be"
COLUMNS = {
    "recognition.Photo.image_url": PICTURE,
    "recognition.Selfie.image_url": PICTURE,
    "tagging.TaggingTask.image_url": PICTURE,
    "recognition.Account.base_url": SERVICE,
    "recognition.CompetitorInstance.base_url": SERVICE,
}
# Set by who runs the installation, and trusted; `manage.py check` looks at their form.
OF_OPERATORS = {
    "PUBLIC_URL", "PHOTO_SERVICE_URL", "TAGATOR_SERVICE_URL", "NUMBER_PROVIDER_URL",
    "LOCAL_FACE_PROVIDER_URL", "SANDBOX_URL", "JWT_JWKS_URL", "TRACES_URL", "SENTRY_DSN",
    "REDIS_URL", "EVENT_BUS_URL", "CELERY_BROKER_URL",
}  # fmt: skip
NO_ADDRESSES = {"STATIC_URL", "LOGIN_URL", "LOGIN_REDIRECT_URL"}
# The modules that open connections over HTTP, each by one of the policies above.
CONNECTING = {
    "foundation/messaging/outgoing_http.py": SERVICE,
    "foundation/fetching/pictures.py": PICTURE,
    "recognition/providers/faces/rekognition.py": SERVICE,
    "foundation/rest/tokens.py": "of operators",
    "foundation/messaging/tracing.py": "of operators",
    "vision/calling_back.py": SERVICE,
}
OPENING = {
    "Session", "HTTPConnectionPool", "HTTPSConnectionPool", "PoolManager", "urlopen",
    "TCPConnector",
    "ClientSession", "PyJWKClient", "OTLPSpanExporter", "HTTPConnection", "HTTPSConnection",
}  # fmt: skip
OURS = ("config", "foundation", "programs", "rewards", "activities", "recognition", "tagging",
        "vision")  # fmt: skip


def test_every_column_of_an_address() -> None:
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model._meta.app_label in settings.OWN_LABELS
        for field in model._meta.get_fields()
        if field.name.endswith(("url", "uri", "endpoint", "host", "webhook"))
    }

    assert found == set(COLUMNS)


def test_every_setting_of_an_address() -> None:
    ours = {
        target.id
        for path in (ROOT / "config").glob("*settings.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id.endswith(("_URL", "_DSN", "_ENDPOINT"))
    }

    assert ours - NO_ADDRESSES == OF_OPERATORS


def test_every_module_that_opens_connections() -> None:
    found = {
        str(path.relative_to(ROOT))
        for app in OURS
        for path in (ROOT / app).rglob("*.py")
        if "tests" not in path.parts and _opens(path)
    }

    assert found == set(CONNECTING)


def test_the_policies_are_documented() -> None:
    page = (ROOT / "docs" / "security.md").read_text()

    # The variables that these two are made of have other names.
    variables = OF_OPERATORS - {"CELERY_BROKER_URL", "TRACES_URL"} | {"OTEL_EXPORTER_OTLP_ENDPOINT"}

    assert [name for name in variables if f"`{name}`" not in page] == []


def _opens(path: Path) -> bool:
    """Return whether a module calls, or derives a class from, one of these."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    used = [node.func for node in nodes if isinstance(node, ast.Call)]
    used += [base for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases]
    names = [ast.unparse(each) for each in used]
    return any(n.startswith("boto3.") or n.rpartition(".")[2] in OPENING for n in names)
