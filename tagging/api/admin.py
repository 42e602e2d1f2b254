"""What tagging offers to the AdminApi."""

from django.urls import path

from tagging.api.tasks import TaskCallbackViews

urlpatterns = [
    path("tasks/callback", TaskCallbackViews.as_view({"post": "receive"})),
]
