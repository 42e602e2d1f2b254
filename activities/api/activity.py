"""What activities offer to the ActivityApi."""

from django.urls import path

from activities.explaining.serializers import ActivityViews

urlpatterns = [path("activities/<guid:activity_id>", ActivityViews.as_view({"get": "retrieve"}))]
