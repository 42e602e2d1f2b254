from django.apps import AppConfig


class RewardsConfig(AppConfig):
    name = "rewards"

    def ready(self) -> None:
        from foundation.messaging.jobs import register_job_kind  # models are there only now
        from foundation.moving.kinds import register_kinds
        from foundation.privacy.models import SubjectKind  # models are there only now
        from foundation.privacy.registry import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.staff.page_parts import (
            records_of,
            register_effects,
            register_history,
            register_inline,
            register_sources,
            with_name,
        )
        from programs.programs.models import MarketingProgram
        from rewards import moving
        from rewards.approvals.admin import carried_out, orders_requested
        from rewards.approvals.commands import register_order
        from rewards.approvals.models import Approval, ApprovedOrder
        from rewards.balances.commands import ADJUSTMENT
        from rewards.balances.models import Balance
        from rewards.corrections.admin import orders_of_corrections
        from rewards.corrections.comparing import corrected_in
        from rewards.corrections.jobs import CorrectionRuns, Corrections
        from rewards.erasing import BalanceOfParticipant
        from rewards.formulas.models import RewardFormula
        from rewards.formulas.ordering import REORDERING
        from rewards.limits.admin import LimitInline, effects_on_limits, orders_about_limits
        from rewards.limits.budgets import budgets
        from rewards.limits.commands import PUT, REMOVAL
        from rewards.limits.counters import register_changes
        from rewards.trials.dry_runs import DryRuns

        register_gauges(budgets)
        for job_kind in (DryRuns(), Corrections(), CorrectionRuns()):
            register_job_kind(job_kind)
        register_sources(records_of(RewardFormula, with_name))
        register_inline(MarketingProgram, LimitInline)
        register_effects(MarketingProgram, effects_on_limits)
        for model, rows in (
            (MarketingProgram, orders_about_limits),
            (Approval, carried_out),
            (Balance, orders_of_corrections),
            (Balance, orders_requested),
        ):
            register_history(model, rows)
        register_order(ApprovedOrder.ADJUST_BALANCE, ADJUSTMENT)
        register_order(ApprovedOrder.PUT_LIMIT, PUT)
        register_order(ApprovedOrder.REMOVE_LIMIT, REMOVAL)
        register_order(ApprovedOrder.REORDER_FORMULAS, REORDERING)
        register_changes(corrected_in)
        register_parts(SubjectKind.PARTICIPANT, BalanceOfParticipant())
        register_kinds(*moving.KINDS)
