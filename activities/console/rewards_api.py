"""Rewards of activities over the AdminApi: explained, checked, calculated again."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from activities.explaining.reward_checks import check_reward, compare_rewards
from activities.explaining.reward_serializers import (
    POSTED,
    REFUSED,
    CalculateManyInput,
    CalculateManyOutput,
    ExplainedRewardOutput,
    ExplanationQuery,
    OtherActivityQuery,
    RewardCheckOutput,
    RewardComparisonOutput,
)
from activities.explaining.rewards import explain_reward
from activities.explaining.serializers import ActivityOutput
from activities.settling.rewarding import (
    CalculateRewardCommand,
    calculate_again,
    calculate_many_again,
)
from foundation.records.refusals import Refusal
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.views import ApiViewSet

EXPLAINED = Role("activities.manage", "rewards.read")


class ActivityRewardViews(ApiViewSet):
    """Rewards of activities."""

    access = Role("activities.manage")

    @operation(gives=ActivityOutput, locking=True, refusals=(404, 409))
    def calculate(self, request: Request, activity_id: UUID) -> Response:
        """Calculate the reward again, in either scheme.

        If the calculation fails, the reward stays unset; the history says why. 409: another reward
        is set, and stays.
        """
        source = request.user.get_username()
        command = CalculateRewardCommand(activity_id=activity_id, source=source)
        return self.answer(calculate_again(command, self.actor))

    @operation(
        query=ExplanationQuery, gives=ExplainedRewardOutput, refusals=(404,), access=EXPLAINED
    )
    def explanation(self, request: Request, activity_id: UUID) -> Response:
        """Explain a reward in words and numbers, from what was stored; nothing is calculated.

        Which formula decided and by which revision, why those before it did not suit, each step
        with its value, rounding, credit and adjustments; or why there is no reward. The sentences
        are plain, with units and rounded numbers, or `technical`.
        """
        is_technical = self.query()["technical"]
        return self.answer(replace(explain_reward(activity_id), is_technical=is_technical))

    @operation(
        query=OtherActivityQuery, gives=RewardComparisonOutput, refusals=(404,), access=EXPLAINED
    )
    def comparison(self, request: Request, activity_id: UUID) -> Response:
        """Compare a reward with that of another activity, from what was stored with both.

        The inputs that differ, the step of the formula where the results part, and both results.
        """
        return self.answer(compare_rewards(activity_id, self.query()["other_activity_id"]))

    @operation(gives=RewardCheckOutput, refusals=(404,), access=EXPLAINED)
    def check(self, request: Request, activity_id: UUID) -> Response:
        """Calculate a reward again from what was stored with it, and compare; nothing changes.

        404 `reward-not-set`: there is no reward.
        """
        return self.answer(check_reward(activity_id))

    @operation(takes=CalculateManyInput, gives=CalculateManyOutput, statuses=(202,))
    def calculate_many(self, request: Request) -> Response:
        """Let workers calculate the rewards of up to 1,000 activities again, in either scheme.

        Each activity's history says what became of it. An activity that does not exist or has a
        reward is refused, and stops no other.
        """
        ids = self.data()["activity_ids"]
        refusals = calculate_many_again(ids, request.user.get_username(), self.actor)
        return self.answer(
            {"results": [_item(*each, refusals[each[1]]) for each in enumerate(ids)]}
        )


def _item(index: int, activity_id: UUID, refusal: Refusal | None) -> dict[str, Any]:
    return {
        "index": index,
        "activity_id": activity_id,
        "status": REFUSED if refusal else POSTED,
        "code": refusal.code if refusal else None,
        "detail": refusal.detail if refusal else None,
    }
