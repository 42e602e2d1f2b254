"""Our own apps, from the lowest layer up."""

OWN_APPS = [
    "records",
    "staff",
    "messaging",
    "rest",
    "exports",
    "privacy",
    "programs",
    "rewards",
    "activities",
    "recognition",
    "tagging",
]
