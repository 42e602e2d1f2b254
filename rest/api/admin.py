"""What rest itself offers to the AdminApi."""

from django.urls import path

from rest.api.tokens import TokenViews

urlpatterns = [
    path("token", TokenViews.as_view({"post": "sign_in"})),
    path("token/refresh", TokenViews.as_view({"post": "refresh"})),
]
