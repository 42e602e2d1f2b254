"""Settings of recognition: peers, providers, processing, pictures and selfies."""

from datetime import timedelta

from config.environment import Environment

env = Environment()

# --- Peers --------------------------------------------------------------------------------------

PHOTO_SERVICE_URL = env.str("PHOTO_SERVICE_URL", default="")
TAGATOR_SERVICE_URL = env.str("TAGATOR_SERVICE_URL", default="")
PEERS = {
    "photo-service": {
        "url": PHOTO_SERVICE_URL,
        "token": env.str("PHOTO_SERVICE_TOKEN", default=""),
    },
    "tagator-service": {
        "url": TAGATOR_SERVICE_URL,
        "token": env.str("TAGATOR_SERVICE_TOKEN", default=""),
    },
}
TAGATOR_SERVICE = (
    "recognition.wire.tagator_service.HttpTagatorService"
    if TAGATOR_SERVICE_URL
    else "tagging.tagator_service.BuiltInTagatorService"
)

# --- Providers ----------------------------------------------------------------------------------

NUMBER_PROVIDER = env.str("NUMBER_PROVIDER", default="http")
NUMBER_PROVIDER_URL = env.str("NUMBER_PROVIDER_URL", default="").rstrip("/")
NUMBER_PROVIDER_TOKEN = env.str("NUMBER_PROVIDER_TOKEN", default="")
NUMBER_PROVIDER_WEBHOOK_SECRETS = env.list("NUMBER_PROVIDER_WEBHOOK_SECRET", default=[])
NUMBER_PROVIDER_TIMEOUT = env.float("NUMBER_PROVIDER_TIMEOUT", default=10)
NUMBER_PROVIDER_REQUESTS_PER_SECOND = env.float("NUMBER_PROVIDER_REQUESTS_PER_SECOND", default=0)
CALLBACK_OVERDUE_AFTER = timedelta(seconds=env.int("CALLBACK_OVERDUE_SECONDS", default=1800))
CALLBACK_WAKEUP_GRACE = timedelta(seconds=env.int("CALLBACK_WAKEUP_GRACE_SECONDS", default=30))
# 0: for ever. Longer than the tokens live: a repeat is known by the stored callback.
CALLBACKS_KEEP = timedelta(days=env.int("CALLBACKS_KEEP_DAYS", default=0))
CALLBACK_TOKEN_LIFETIME = timedelta(days=7)
FACE_PROVIDER_TIMEOUT = 20
PROVIDER_PAUSE_AFTER_FAILURES = 5  # in a row
PROVIDER_PAUSE = timedelta(seconds=env.float("PROVIDER_PAUSE_SECONDS", default=30))
PROVIDER_PAUSE_CAP = timedelta(seconds=env.float("PROVIDER_PAUSE_CAP_SECONDS", default=120))
PROVIDER_RESUME_PER_SECOND = 10  # photos
START_LIST_FRESH_FOR = timedelta(minutes=10)
START_LIST_STALE_FOR = timedelta(hours=1)  # more, while none comes
START_LIST_TIMEOUT = 10
# For `manage.py demo`: the sandbox, the tagger that `up` makes, the face provider on this machine.
SANDBOX_URL = env.str("SANDBOX_URL", default="").rstrip("/")
DEMO_TAGGER = env.str("DEMO_TAGGER", default="")
LOCAL_FACE_PROVIDER_URL = env.str("LOCAL_FACE_PROVIDER_URL", default="")

# --- Processing ---------------------------------------------------------------------------------

PROCESSING_LEASE = timedelta(seconds=env.int("PROCESSING_LEASE_SECONDS", default=180))
PROCESSING_WAKEUP_WINDOW = 256  # in Celery's queue
PROCESSING_MAX_ATTEMPTS = 8
PROCESSING_BACKOFF_BASE = env.float("PROCESSING_BACKOFF_BASE_SECONDS", default=5)
PROCESSING_BACKOFF_CAP = env.float("PROCESSING_BACKOFF_CAP_SECONDS", default=1800)
PROCESSING_FAILED_REST = timedelta(hours=24)
# Days after an album's last photo for which it keeps faces, selfies and histories; 0: for ever.
ALBUMS_KEEP = timedelta(days=env.int("ALBUMS_KEEP_DAYS", default=0))
JOBS_KEEP = timedelta(days=30)
DEFAULT_STRATEGY = env.str("DEFAULT_STRATEGY", default="NumberThenManual")
DEFAULT_START_NUMBER_CAPACITY = env.int("DEFAULT_START_NUMBER_CAPACITY", default=5)
# How sure the number provider must be of a number, 0 to 1, in albums that say nothing else.
DEFAULT_MINIMUM_CONFIDENCE = env.float("DEFAULT_MINIMUM_CONFIDENCE", default=0.4)
# Whether evidence makes persons one: a face that may be another's, and the same sure number.
MERGE_PERSONS_BY_NUMBERS = env.bool("MERGE_PERSONS_BY_NUMBERS", default=False)
DEFAULT_NORMALIZATION_POLICY = env.str("DEFAULT_NORMALIZATION_POLICY", default="StripLeadingZeros")

# --- Pictures and selfies -----------------------------------------------------------------------

ALLOW_PRIVATE_IMAGE_URLS = env.bool("ALLOW_PRIVATE_IMAGE_URLS", default=False)
PICTURES_AT_ONCE = 8  # in the memory of a process
IMAGE_TIMEOUT = 15
IMAGE_MAX_PIXELS = 64_000_000
# Our own copies, for staff and taggers; the folder, PICTURE_FOLDER, is in `config/settings.py`.
PICTURE_CACHE_BYTES = env.int("PICTURE_CACHE_BYTES", default=5_000_000_000)
PICTURE_FETCHES_AT_ONCE = 2  # in a process
PICTURES_KEEP = timedelta(days=30)
SELFIE_MAX_PHOTOS = 500
SELFIE_OVERDUE_AFTER = timedelta(minutes=10)
SELFIE_IMAGE_LIFETIME = timedelta(hours=24)
SELFIE_KEEP_FOR = timedelta(days=env.int("SELFIE_KEEP_DAYS", default=30))
