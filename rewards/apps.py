from django.apps import AppConfig


class RewardsConfig(AppConfig):
    name = "rewards"

    def ready(self) -> None:
        from messaging.jobs.kinds import register_job_kind  # models are there only now
        from privacy.models import SubjectKind  # models are there only now
        from privacy.parts import register_parts
        from programs.models import MarketingProgram
        from records.gauges import register_gauges
        from rewards.admin.approvals import carried_out
        from rewards.admin.balances import orders_of_corrections
        from rewards.admin.limits import LimitInline, effects_on_limits, orders_about_limits
        from rewards.commands.correction_jobs import CorrectionRuns, Corrections
        from rewards.commands.dry_runs import DryRuns
        from rewards.commands.erasing import BalanceOfParticipant
        from rewards.metrics import budgets
        from rewards.models import Approval, Balance, RewardFormula
        from staff.finding import records_of, register_sources, with_name
        from staff.parts import register_effects, register_history, register_inline

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
