from django.apps import AppConfig


class RewardsConfig(AppConfig):
    name = "rewards"

    def ready(self) -> None:
        from foundation.messaging.jobs.kinds import register_job_kind  # models are there only now
        from foundation.privacy.models import SubjectKind  # models are there only now
        from foundation.privacy.parts import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.staff.finding import records_of, register_sources, with_name
        from foundation.staff.parts import register_effects, register_history, register_inline
        from programs.models import MarketingProgram
        from rewards.admin.approvals import carried_out
        from rewards.admin.corrections.page import orders_of_corrections
        from rewards.admin.limits import LimitInline, effects_on_limits, orders_about_limits
        from rewards.commands.approvals import register_order
        from rewards.commands.correction_jobs import CorrectionRuns, Corrections
        from rewards.commands.dry_runs import DryRuns
        from rewards.commands.erasing import BalanceOfParticipant
        from rewards.commands.ordered_adjustments import ADJUSTMENT
        from rewards.commands.ordered_formulas import REORDERING
        from rewards.commands.ordered_limits import PUT, REMOVAL
        from rewards.correcting import corrected_in
        from rewards.counters import register_changes
        from rewards.metrics import budgets
        from rewards.models import Approval, ApprovedOrder, Balance, RewardFormula

        register_gauges(budgets)
        register_job_kind(DryRuns())
        register_job_kind(Corrections())
        register_job_kind(CorrectionRuns())
        register_sources(records_of(RewardFormula, with_name))
        register_inline(MarketingProgram, LimitInline)
        register_history(MarketingProgram, orders_about_limits)
        register_effects(MarketingProgram, effects_on_limits)
        register_history(Approval, carried_out)
        register_history(Balance, orders_of_corrections)
        register_order(ApprovedOrder.ADJUST_BALANCE, ADJUSTMENT)
        register_order(ApprovedOrder.PUT_LIMIT, PUT)
        register_order(ApprovedOrder.REMOVE_LIMIT, REMOVAL)
        register_order(ApprovedOrder.REORDER_FORMULAS, REORDERING)
        register_changes(corrected_in)
        register_parts(SubjectKind.PARTICIPANT, BalanceOfParticipant())
