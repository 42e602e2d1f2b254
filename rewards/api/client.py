"""What rewards offer to the ClientApi."""

from django.urls import path

from rewards.balances.api import AccountViews
from rewards.limits.api import OwnAllowanceViews

urlpatterns = [
    path("balances/<guid:participant_id>", AccountViews.as_view({"get": "retrieve"})),
    path("balances/<guid:participant_id>/operations", AccountViews.as_view({"get": "operations"})),
    path("participants/<guid:participant_id>/limits", OwnAllowanceViews.as_view({"get": "list"})),
]
