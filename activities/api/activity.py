"""What activities offer to the ActivityApi."""

from django.urls import path

from activities.api.activities.views import ActivityViews

urlpatterns = [path("activities/<guid:activity_id>", ActivityViews.as_view({"get": "retrieve"}))]
