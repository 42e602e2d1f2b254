"""Settings, all from the environment; `docs/operations.md` lists them."""

from datetime import timedelta
from pathlib import Path

from django.conf import global_settings
from kombu import Queue
from psycopg import Connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.api_settings import *  # noqa: F403
from config.environment import Environment
from config.logs import *  # noqa: F403
from config.messaging_settings import *  # noqa: F403
from config.own_apps import OWN_APPS, OWN_FOLDERS, OWN_LABELS, OWN_PACKAGES  # noqa: F401
from config.recognition_settings import *  # noqa: F403
from config.reporting_settings import *  # noqa: F403
from config.rewards_and_tagging_settings import *  # noqa: F403
from config.schedules import SCHEDULES  # noqa: F401
from config.staff_site import UNFOLD  # noqa: F401
from config.watched_connection import WatchedConnection

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

# --- The process -----------------------------------------------------------------------------

COMMIT = env.str("COMMIT", default="")  # an image knows what it was built from
DEBUG = False
SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Key of the hashes by which erased persons are recognised; with another key they could come back.
ERASURE_KEY = env.str("ERASURE_KEY", default="")  # empty: SECRET_KEY
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
EXPORT_FOLDER = Path(env.str("EXPORT_FOLDER", default=str(VAR_DIR / "exports")))
EXPORTS_KEEP = timedelta(days=3)
PICTURE_FOLDER = Path(env.str("PICTURE_FOLDER", default=str(VAR_DIR / "pictures")))

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Where erasures are written for restored backups; empty: nowhere.
ERASURES_FILE = env.str("ERASURES_FILE", default=str(VAR_DIR / "erasures.jsonl"))

INSTALLED_APPS = [
    "config",  # first: its commands replace Django's
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "corsheaders",
    "django_filters",
    "drf_spectacular",
    "django_celery_beat",
    "django_prometheus",
    "django_structlog",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_static",
    "django_otp.plugins.otp_totp",
    "django_ace",
    *OWN_APPS,
    "tools.local",  # commands that show the system at work beside `script/up`
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "foundation.rest.middleware.HealthMiddleware",
    "foundation.rest.middleware.TraceMiddleware",
    "foundation.rest.middleware.RequestIdMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "foundation.rest.middleware.CompressAnswers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "foundation.rest.second_step_pages.SecondStepMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "foundation.rest.middleware.StaffFormsMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "foundation.rest.middleware.RequestMetrics",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

STATIC_URL = "/static/"
STATIC_ROOT = env.str("STATIC_ROOT", default="") or None
WHITENOISE_USE_FINDERS = True  # no collectstatic is needed; a STATIC_ROOT, if set, comes first
LANGUAGE_CODE = "en"
# Of the workbench, the pages for passwords, and mails; each needs its texts in locale/.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("ru", "Русский"),
]
LANGUAGE_COOKIE_NAME = "language"  # the workbench sets it to what the tagger has chosen
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = "UTC"
USE_TZ = True

# --- Security --------------------------------------------------------------------------------
# HTTPS_ONLY=false is for plain HTTP on one's own machine; everything else stays the same.

HTTPS_ONLY = env.bool("HTTPS_ONLY", default=True)
SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS_ONLY
SECURE_HSTS_PRELOAD = HTTPS_ONLY
SESSION_COOKIE_SECURE = HTTPS_ONLY
CSRF_COOKIE_SECURE = HTTPS_ONLY

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "foundation.rest.roles.RolesOpenRecords",
]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"  # of a sign-in that was not asked for by another page
# The first one hashes; the others are known, and a password is hashed again at its next sign-in.
PASSWORD_HASHERS = [
    *global_settings.PASSWORD_HASHERS,
    "foundation.moving.passwords.AspNetIdentityHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

CREDENTIALS_KEYS = env.list("CREDENTIALS_KEYS", default=[SECRET_KEY, *SECRET_KEY_FALLBACKS])

# --- Servers ---------------------------------------------------------------------------------

# Set by web processes (`config.wsgi`): there a hanging server is a 503 within five seconds, while
# others, which are busier, wait out what they can.
CALLER_WAITS = env.bool("CALLER_WAITS", default=False)
# A pooler that gives a server's connection to one transaction keeps nothing of a session: no
# prepared statement, no open cursor, no `lock_timeout` of a connection's start (docs/deploy.md).
DATABASE_TRANSACTION_POOLING = env.bool("DATABASE_TRANSACTION_POOLING", default=False)
_LOCK_TIMEOUT = f"-c lock_timeout={3 if CALLER_WAITS else 0}s"  # 0: none
_POOL_TIMEOUT = env.float("DATABASE_POOL_TIMEOUT", default=3 if CALLER_WAITS else 30)
_DATABASE = env.db_url("DATABASE_URL")
DATABASES = {
    "default": {
        **_DATABASE,
        "CONN_HEALTH_CHECKS": True,  # of each connection that leaves the pool
        "DISABLE_SERVER_SIDE_CURSORS": DATABASE_TRANSACTION_POOLING,
        "OPTIONS": {
            "connect_timeout": 3,
            # Where the network swallows packets: of statements, and while an answer is awaited.
            "tcp_user_timeout": 10_000,  # milliseconds
            "keepalives_idle": 30,
            "keepalives_interval": 10,
            "keepalives_count": 3,
            # PostgreSQL keeps the plans of statements that a connection repeats.
            "server_side_binding": True,
            "prepare_threshold": None if DATABASE_TRANSACTION_POOLING else 5,
            **({} if DATABASE_TRANSACTION_POOLING else {"options": _LOCK_TIMEOUT}),
            "pool": {
                "min_size": 0,
                "max_size": env.int("DATABASE_POOL_SIZE", default=16),
                "timeout": _POOL_TIMEOUT,
                # After it the next caller tries to connect at once; until then the pauses grow.
                "reconnect_timeout": _POOL_TIMEOUT,
                "connection_class": WatchedConnection if CALLER_WAITS else Connection,
            },
            **_DATABASE.get("OPTIONS", {}),  # of libpq, such as sslmode and target_session_attrs
        },
    }
}
WAL_SLOT = env.str("WAL_SLOT", default="receive_wal")  # of `pg_receivewal`; empty: none
REDIS_URL = env.str("REDIS_URL")
REDIS_TIMEOUT = 0.5 if CALLER_WAITS else 2.0  # of a command that can be missed
EVENT_BUS_URL = env.str("EVENT_BUS_URL", default=REDIS_URL)
EVENT_BUS_QUORUM_QUEUES = env.bool("EVENT_BUS_QUORUM_QUEUES", default=False)

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {
            "socket_connect_timeout": 0.5,
            "socket_timeout": 1,
            "retry": Retry(NoBackoff(), 0),  # else the client tries four times
        },
    },
    # The figures of the staff's home page: one cache a process, which needs no Redis.
    "figures": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "TIMEOUT": 20},
    # Photos and hosts whose pictures could not be fetched: of each process, too.
    "picture_failures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "picture-failures",
        "TIMEOUT": 60,
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}

# --- Celery: the database knows what is due; a message is only a wake-up --------------------------

CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": env.int("CELERY_VISIBILITY_SECONDS", default=600),
    "queue_order_strategy": "priority",
    "priority_steps": list(range(10)),
    "sep": ":",
    "socket_keepalive": True,
    "socket_connect_timeout": 2,
    # A worker waits a second for a message; a request only sends one.
    "socket_timeout": 5 * REDIS_TIMEOUT,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "maintenance"  # of all that is not routed, and not sent to another
CELERY_TASK_ROUTES = {
    "recognition.process_photo": {"queue": "recognition"},
    "recognition.apply_callback": {"queue": "recognition"},
}
CELERY_TASK_QUEUES = [Queue(name) for name in ("recognition", "outbox", "handlers", "maintenance")]
CELERY_TASK_CREATE_MISSING_QUEUES = False
# Celery would close the whole pool of connections around every task. `config.celery` returns each
# connection to the pool instead.
CELERY_DB_REUSE_MAX = 2**62
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
# With an expiry, beat would add a schedule that cleans results, but no results are kept.
CELERY_RESULT_EXPIRES = None
