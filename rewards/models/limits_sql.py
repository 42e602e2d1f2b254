"""Reading limits so that none is added, changed or removed before the reward is stored.

FOR KEY SHARE, which the ORM does not have: calculations do not wait for each other. It locks the
table too, even where no row is found, until the transaction ends; a change of limits waits for
that.
"""

LIMITS_OF = """
SELECT reward_limit.*, program.time_zone
FROM rewards_rewardlimit AS reward_limit
JOIN programs_marketingprogram AS program ON program.id = reward_limit.program_id
WHERE reward_limit.program_id = %s AND reward_limit.activity_type IN ('', %s)
ORDER BY reward_limit.id
FOR KEY SHARE OF reward_limit
"""

# Waits for every transaction that has read limits, and holds off those that want to read them.
HOLD_ALL_LIMITS = "LOCK TABLE rewards_rewardlimit IN EXCLUSIVE MODE"
