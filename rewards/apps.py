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
        from rewards.admin.balances import orders_of_corrections
        from rewards.admin.limits import LimitInline, effects_on_limits, orders_about_limits
        from rewards.commands.correction_jobs import CorrectionRuns, Corrections
        from rewards.commands.dry_runs import DryRuns
        from rewards.commands.erasing import BalanceOfParticipant
        from rewards.metrics import budgets
        from rewards.models import Approval, Balance, RewardFormula

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
        register_parts(SubjectKind.PARTICIPANT, BalanceOfParticipant())
