"""Our own apps, from the lowest layer up."""

OWN_APPS = [
    "foundation.records",
    "foundation.staff",
    "foundation.messaging",
    "foundation.rest",
    "foundation.exports",
    "foundation.moving",
    "foundation.privacy",
    "programs",
    "rewards",
    "activities",
    "recognition",
    "tagging",
]
# Names of models, permissions and tasks begin with a label.
OWN_LABELS = frozenset(app.rpartition(".")[2] for app in OWN_APPS)
OWN_PACKAGES = frozenset(app.partition(".")[0] for app in OWN_APPS)
OWN_FOLDERS = tuple(app.replace(".", "/") for app in OWN_APPS)
