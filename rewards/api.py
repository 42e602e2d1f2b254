"""What rewards offers to each API group."""

from django.urls import path

from rewards.activation.api import ActivationViews, ComparisonViews
from rewards.balances.api import AccountViews, BalanceViews
from rewards.console.formulas_api import ExaminationViews, FormulaViews, TryingViews
from rewards.corrections.api import CorrectionViews
from rewards.limits.api import AllowanceViews, LimitViews, OwnAllowanceViews
from rewards.trials.api import DryRunViews, ExampleViews

FORMULA = "formulas/<guid:formula_id>"
ACTIVATION = f"{FORMULA}/activations/<guid:activation_id>"
LIMITS = "marketing-programs/<guid:marketing_program_id>/limits"
CORRECTION = "corrections/<guid:correction_id>"
DRY_RUN = "dry-runs/<guid:dry_run_id>"

admin_urls = [
    path("formulas", FormulaViews.as_view({"get": "list", "post": "create"})),
    path("formulas/validation", FormulaViews.as_view({"post": "check"})),
    path("formulas/try", TryingViews.as_view({"post": "create"})),
    path("formulas/order", FormulaViews.as_view({"put": "order"})),
    path(FORMULA, FormulaViews.as_view({"get": "retrieve", "patch": "change"})),
    path(f"{FORMULA}/revisions", FormulaViews.as_view({"get": "revisions"})),
    path(f"{FORMULA}/active", FormulaViews.as_view({"put": "active"})),
    path(f"{FORMULA}/comparison", ComparisonViews.as_view({"get": "retrieve"})),
    path(f"{FORMULA}/activations", ActivationViews.as_view({"get": "list", "post": "create"})),
    path(f"{ACTIVATION}/approve", ActivationViews.as_view({"post": "approve"})),
    path(f"{ACTIVATION}/reject", ActivationViews.as_view({"post": "reject"})),
    path(f"{ACTIVATION}/withdraw", ActivationViews.as_view({"post": "withdraw"})),
    path(f"{FORMULA}/examination", ExaminationViews.as_view({"post": "examine"})),
    path(f"{FORMULA}/examples", ExampleViews.as_view({"get": "list"})),
    path(
        f"{FORMULA}/examples/<guid:example_id>",
        ExampleViews.as_view({"get": "retrieve", "put": "replace", "delete": "destroy"}),
    ),
    path(f"{FORMULA}/dry-runs", DryRunViews.as_view({"get": "list", "post": "start"})),
    path(DRY_RUN, DryRunViews.as_view({"get": "retrieve"})),
    path(f"{DRY_RUN}/cancel", DryRunViews.as_view({"put": "cancel"})),
    path("participants/<guid:participant_id>/limits", AllowanceViews.as_view({"get": "list"})),
    path(LIMITS, LimitViews.as_view({"get": "list"})),
    path(
        f"{LIMITS}/<guid:limit_id>",
        LimitViews.as_view({"get": "retrieve", "put": "save", "delete": "destroy"}),
    ),
    path("corrections", CorrectionViews.as_view({"get": "list", "post": "start"})),
    path(CORRECTION, CorrectionViews.as_view({"get": "retrieve"})),
    path(f"{CORRECTION}/items", CorrectionViews.as_view({"get": "items"})),
    path(f"{CORRECTION}/items/file", CorrectionViews.as_view({"get": "items_file"})),
    path(f"{CORRECTION}/request", CorrectionViews.as_view({"put": "request_batch"})),
    path(f"{CORRECTION}/approve", CorrectionViews.as_view({"put": "approve"})),
    path(f"{CORRECTION}/run", CorrectionViews.as_view({"put": "run"})),
    path(f"{CORRECTION}/cancel", CorrectionViews.as_view({"put": "cancel"})),
    path("balances", BalanceViews.as_view({"get": "list"})),
    path("balances/operations", BalanceViews.as_view({"get": "operations"})),
    path("balances/operations/file", BalanceViews.as_view({"get": "operations_file"})),
    path("balances/<guid:participant_id>", BalanceViews.as_view({"get": "retrieve"})),
    path("balances/<guid:participant_id>/adjustments", BalanceViews.as_view({"post": "adjust"})),
]


client_urls = [
    path("balances/<guid:participant_id>", AccountViews.as_view({"get": "retrieve"})),
    path("balances/<guid:participant_id>/operations", AccountViews.as_view({"get": "operations"})),
    path("participants/<guid:participant_id>/limits", OwnAllowanceViews.as_view({"get": "list"})),
]
