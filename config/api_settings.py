"""Settings of the API groups: framework, tokens, sign-in, throttles, documents."""

from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

from corsheaders.defaults import default_headers

from config.environment import Environment

env = Environment()

ENABLED_API_GROUPS = env.list(
    "ENABLED_API_GROUPS",
    default=["admin-api", "client-api", "internal-api", "callback-api", "activity-api"],
)
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
ALLOWED_HOSTS = [
    *env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]),
    *filter(None, [urlsplit(PUBLIC_URL).hostname]),  # callbacks come there
]

# The number of our own proxies in front. The caller's address is that many places from the end of
# X-Forwarded-For; without proxies it is the address of the connection.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
# Without a proxy every caller can write this header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
IMAGE_MAX_BYTES = env.int("IMAGE_MAX_BYTES", default=25_000_000)
UPLOAD_MAX_BYTES = IMAGE_MAX_BYTES + 1_000_000  # a form has more than its picture
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
CSRF_FAILURE_VIEW = "foundation.rest.error_pages.csrf_failure"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["foundation.rest.tokens.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["foundation.rest.access.DeclaredAccess"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["foundation.rest.bodies.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "foundation.rest.bodies.OneRenderer",
    "DEFAULT_SCHEMA_CLASS": "foundation.rest.schema.OperationSchema",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_VERSIONING_CLASS": None,
    "EXCEPTION_HANDLER": "foundation.rest.problems.handle_exception",
    "NUM_PROXIES": TRUSTED_PROXIES,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
}

# --- Tokens and sign-in ------------------------------------------------------------------------

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=30),
    "REFRESH_TOKEN_LIFETIME": timedelta(days=14),
    "CHECK_REVOKE_TOKEN": True,
    # Between the clocks of two hosts: a token of one that is ahead is "not yet valid" on the other.
    "LEEWAY": timedelta(minutes=5),
    "ISSUER": "finishline",
}
JWT_JWKS_URL = env.str("JWT_JWKS_URL", default="")
JWT_ISSUER = env.str("JWT_ISSUER", default="")
JWT_AUDIENCE = env.str("JWT_AUDIENCE", default="")

# Whether staff's sign-in has a second step, a code of the phone: `off` or `required`. For tokens of
# the API nothing changes.
STAFF_TWO_FACTOR = env.str("STAFF_TWO_FACTOR", default="off")
OTP_TOTP_ISSUER = "Finishline"

AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else each try would begin the lock again
AXES_LOCKOUT_CALLABLE = "foundation.rest.error_pages.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "foundation.records.callers.address_of"
AXES_USERNAME_CALLABLE = "foundation.records.callers.name_tried"
AXES_VERBOSE = False

PASSWORD_RESET_TIMEOUT = 72 * 3600  # of links to set one

# Calls of one user or address in a window (s, m, h, d).
THROTTLE_RATES = {
    "token": "30/m",
    "anonymous": "120/m",
    "callback": "60000/m",
    "tagger": env.str("THROTTLE_TAGGER", default="600/m"),
    "selfie": "60/m",
}

# --- Other sites -------------------------------------------------------------------------------

# Sites whose pages may call the API in a browser: https://app.example.org. None by default.
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_URLS_REGEX = r"^/[a-z]+-api/(api|schema)\b"
CORS_ALLOW_HEADERS = [
    *default_headers,
    "if-match",
    "if-none-match",
    "idempotency-key",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "deprecation",
    "etag",
    "idempotency-replayed",
    "link",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "x-request-id",
]

# --- Documents ---------------------------------------------------------------------------------

SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.1",
    "PATH_CONVERTER_OVERRIDES": {"guid": UUID},
    "SCHEMA_PATH_PREFIX": r"/[a-z-]+/api/v[0-9]+",
    "CAMELIZE_NAMES": True,
    "COMPONENT_SPLIT_REQUEST": False,  # inputs and outputs are separate classes
    # An input says itself which fields a PATCH needs.
    "COMPONENT_SPLIT_PATCH": False,
    # Without this a nullable field would be described as not nullable.
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    # Its check builds one document of all groups, in which operations of two groups collide;
    # `manage.py check_openapi` checks each group's own document.
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    # Enumerations with several field names, or with a name that another one has too.
    "ENUM_NAME_OVERRIDES": {
        "ActivityState": "activities.models.ActivityState",
        "ActivityType": "programs.activity_types.choices",
        "DeliveryState": "recognition.photos.deliveries.DeliveryState",
        "DryRunState": "foundation.messaging.models.LongJobState",
        "DryRunVerdict": "rewards.trials.figures.ComparisonVerdict",
        "NumberSource": "recognition.models.NumberSource",
        "ParticipantExerciseTaskState": "programs.tasks.models.ParticipantTaskState",
        "PhotoState": "recognition.models.PhotoState",
        "RecognitionState": "recognition.models.RecognitionState",
        "Strategy": "recognition.models.Strategy",
        "ActiveOrBlocked": "tagging.models.TagatorState",
        "TaskState": "tagging.models.TaggingTaskState",
        "WorkState": "tagging.models.WorkState",
        "TaskOutcome": "tagging.works.tagging_tasks.TaskOutcome",
    },
}
