"""What rewards offer to the AdminApi."""

from django.urls import path

from rewards.api.balances import BalanceViews
from rewards.api.formulas import FormulaViews

FORMULA = "formulas/<guid:formula_id>"

urlpatterns = [
    path("formulas", FormulaViews.as_view({"get": "list", "post": "create"})),
    path("formulas/validation", FormulaViews.as_view({"post": "check"})),
    path("formulas/order", FormulaViews.as_view({"put": "order"})),
    path(FORMULA, FormulaViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{FORMULA}/revisions", FormulaViews.as_view({"get": "revisions"})),
    path(f"{FORMULA}/active", FormulaViews.as_view({"put": "active"})),
    path("balances", BalanceViews.as_view({"get": "list"})),
    path("balances/operations", BalanceViews.as_view({"get": "operations"})),
    path("balances/operations/file", BalanceViews.as_view({"get": "operations_file"})),
    path("balances/<guid:participant_id>", BalanceViews.as_view({"get": "retrieve"})),
]
