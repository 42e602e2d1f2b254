from django.apps import AppConfig


class ActivitiesConfig(AppConfig):
    name = "activities"

    def ready(self) -> None:
        import activities.settling.steps  # noqa: F401 (registers its handlers)
        from activities import moving
        from activities.erasing import ActivitiesOfParticipant
        from activities.explaining.figures import failures
        from activities.explaining.past_activities import StoredActivities
        from activities.receiving import commands
        from activities.records.changes import TASK_MANAGER_QUEUES
        from activities.records.models import Activity
        from activities.replaying import Replays
        from activities.settling.rewarding import Recalculations
        from foundation.messaging.admin.subjects import Subject, register_subjects
        from foundation.messaging.bus.events import offer_queue, subscribe
        from foundation.messaging.jobs import register_job_kind
        from foundation.moving.kinds import register_kinds
        from foundation.privacy.models import SubjectKind  # models are there only now
        from foundation.privacy.registry import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.staff.page_parts import records_of, register_sources
        from rewards import past_activities

        for topic, handler in (
            (commands.SPORT_ACTIVITY_CREATED, commands.on_sport_activity_created),
            (commands.TASK_MANAGER_APPLIED, commands.on_task_manager_applied),
            (commands.TASK_MANAGER_COMPLETED, commands.on_task_manager_completed),
        ):
            subscribe(topic, handler)
        for queue, routing_keys in TASK_MANAGER_QUEUES.items():
            offer_queue(queue, *routing_keys)
        past_activities.register(StoredActivities())
        register_sources(records_of(Activity))
        register_subjects(Subject(field="activityId", label="activities.Activity", word="activity"))
        register_gauges(failures)
        register_job_kind(Replays())
        register_job_kind(Recalculations())
        register_parts(SubjectKind.PARTICIPANT, ActivitiesOfParticipant())
        register_kinds(*moving.KINDS)
        self._add_to_pages()

    def _add_to_pages(self) -> None:
        """Add to the pages of programs, participants, balances and approvals."""
        from activities.claims.admin import orders_about_claims
        from activities.claims.commands import TAKING_BACK
        from activities.console import page_parts, program_page
        from activities.console.actions import orders_of_payments
        from activities.records.models import Activity
        from foundation.staff.page_parts import (
            register_effects,
            register_history,
            register_page_part,
        )
        from programs.programs.models import MarketingProgram
        from rewards.approvals.admin import orders_requested
        from rewards.approvals.commands import register_order
        from rewards.approvals.models import ApprovedOrder
        from rewards.models import Balance

        register_page_part(*page_parts.PARTS, *program_page.PARTS)
        register_order(ApprovedOrder.TAKE_REWARD_BACK, TAKING_BACK)
        register_history(Balance, orders_about_claims)
        for about_activity in (orders_about_claims, orders_requested, orders_of_payments):
            register_history(Activity, about_activity)
        register_effects(MarketingProgram, page_parts.effects_on_activities)
