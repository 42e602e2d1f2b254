"""What activities offer to the ClientApi."""

from django.urls import path

from activities.explaining.own_api import OwnViews

PARTICIPANT = "participants/<guid:participant_id>"

urlpatterns = [
    path(f"{PARTICIPANT}/activities", OwnViews.as_view({"get": "activities"})),
    path(f"{PARTICIPANT}/tasks", OwnViews.as_view({"get": "tasks"})),
]
