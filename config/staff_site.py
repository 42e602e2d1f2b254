"""Settings of the staff's site: its look."""

from django.templatetags.static import static

UNFOLD = {
    "SITE_TITLE": "Finishline",
    "SITE_HEADER": "Finishline",
    "SITE_SUBHEADER": "Recognition, tagging, activities",
    "SITE_URL": "/",
    "SITE_SYMBOL": "sports_score",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda _: static("staff/favicon.svg")}
    ],
    # What the theme's styles and scripts leave out.
    "STYLES": [lambda _: static("staff/staff.css")],
    "SCRIPTS": [
        lambda _: static("staff/names.js"),
        lambda _: static("staff/search.js"),
        lambda _: static("staff/times.js"),
        lambda _: static("staff/send_again.js"),
    ],
    "DASHBOARD_CALLBACK": "config.dashboard.dashboard",
    "ACCOUNT": {"navigation": "foundation.rest.second_step_pages.account_links"},
    "TABS": "config.sidebar.tabs",
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {
        "show_search": True,
        "command_search": True,
        "show_all_applications": False,
        "navigation": "config.sidebar.sidebar",
    },
}
