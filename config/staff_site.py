"""Settings of the staff's site: its look."""

from django.http import HttpRequest
from django.templatetags.static import static


def style(_request: HttpRequest) -> str:
    """Return the address of the styles that the theme does not have."""
    return static("staff/staff.css")


def script(_request: HttpRequest) -> str:
    """Return the address of what the theme's scripts leave out."""
    return static("staff/names.js")


def icon(_request: HttpRequest) -> str:
    """Return the address of the site's icon."""
    return static("staff/favicon.svg")


UNFOLD = {
    "SITE_TITLE": "Finishline",
    "SITE_HEADER": "Finishline",
    "SITE_SUBHEADER": "Recognition, tagging, activities",
    "SITE_URL": "/",
    "SITE_SYMBOL": "sports_score",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": icon}],
    "STYLES": [style],
    "SCRIPTS": [script],
    "DASHBOARD_CALLBACK": "config.dashboard.dashboard",
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": False,
        "navigation": "config.sidebar.sidebar",
    },
}
