"""Kinds of pages that tests of the apps look at in a browser: the walk does not open them again."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.urls import resolve

# By what makes the pages; its test asserts that it opens them.
LOOKED_AT = {
    "activities": """
        activities_activity_change activities_activity_changelist
        activities_activity_explain_reward_page activities_activity_failures
        activities_activity_search_one programs_marketingprogram_change
        programs_participant_change programs_participantexercisetask_add
        programs_participantexercisetask_assign programs_participantexercisetask_change
        rewards_balance_adjust_one rewards_balance_change rewards_balance_changelist
        rewards_balance_statement rewards_balanceoperation_changelist""",
    "corrections": """
        activities_rewardclaim_change activities_rewardclaim_changelist
        activities_rewardclaim_take_back_one rewards_rewardcorrection_change
        rewards_rewardcorrection_changelist rewards_rewardcorrection_new""",
    "formulas": """
        rewards_formuladryrun_change rewards_formuladryrun_changelist
        rewards_rewardformula_activation rewards_rewardformula_change
        rewards_rewardformula_changelist rewards_rewardformula_dry_run
        rewards_rewardformula_try_formula""",
    "tagging": """
        tagging_albumguide_add tagging_albumguide_change tagging_albumguide_changelist
        tagging_albumquality_add tagging_albumquality_change tagging_albumquality_changelist
        tagging_board tagging_comparison_change tagging_comparison_changelist
        tagging_knownanswer_add tagging_knownanswer_change tagging_knownanswer_changelist
        tagging_paidmonth_change tagging_paidmonth_changelist tagging_paidmonth_next_month
        tagging_photoquestion_change tagging_photoquestion_changelist
        tagging_skippedtask_changelist tagging_tagator_add tagging_tagator_block_one
        tagging_tagator_change tagging_tagator_changelist tagging_tagator_invite_one
        tagging_tagator_reset_password tagging_taggingtask_change
        tagging_taggingtask_changelist tagging_timesheet_changelist tagging_work_change
        tagging_work_changelist tagging_work_expire_one""",
}


def kind_of(address: str) -> str:
    """Return the name of a page; what was changed, and what is deleted, is shown by one for all."""
    name = str(resolve(urlsplit(address).path).url_name)
    return next((end for end in ("_history", "_delete") if name.endswith(end)), name)


def not_looked_at(group: str, addresses: Iterable[str]) -> set[str]:
    """Return the kinds that the walk leaves to the test of a group, and that it does not open."""
    return set(LOOKED_AT[group].split()).difference(map(kind_of, addresses))
