"""What privacy offers to the AdminApi."""

from django.urls import path

from foundation.privacy.api.erasures.views import ErasureViews

urlpatterns = [
    path("erasures", ErasureViews.as_view({"get": "list"})),
    path("erasures/<guid:erasure_id>", ErasureViews.as_view({"get": "retrieve"})),
]
