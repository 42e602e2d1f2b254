"""Settings of the staff's site: how it looks."""

UNFOLD = {
    "SITE_TITLE": "Finishline",
    "SITE_HEADER": "Finishline",
    "SITE_SUBHEADER": "Recognition, tagging, activities",
    "SITE_URL": "/",
    "SITE_SYMBOL": "sports_score",
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": False,
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": False,
        "navigation": "config.sidebar.sidebar",
    },
}
