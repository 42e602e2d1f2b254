"""What activities offer to the CallbackApi."""

from django.urls import path

from activities.receiving.api import (
    ActivityCallbacks,
    SporadicActivityCallbacks,
    SportActivityCallbacks,
)

urlpatterns = [
    path("activities", ActivityCallbacks.as_view({"post": "create"})),
    *(
        path(f"{source}-activities-callback/activity-{action}", views.as_view({"post": action}))
        for source, views in (
            ("sport", SportActivityCallbacks),
            ("sporadic", SporadicActivityCallbacks),
        )
        for action in ("accepted", "rejected")
    ),
]
