"""Reading limits and their counters, and storing what was used of many.

Limits are read FOR KEY SHARE, which the ORM does not have, so that none is added, changed or
removed before the reward is stored: calculations do not wait for each other. It locks the table
too, even where no row is found, until the transaction ends; a change of limits waits for that.
"""

LIMITS_OF = """
SELECT reward_limit.id, reward_limit.program_id, reward_limit.scope, reward_limit.activity_type,
    reward_limit.period, reward_limit.unit, reward_limit.most, reward_limit.version,
    reward_limit.created_on, reward_limit.updated_on, program.time_zone
FROM rewards_rewardlimit AS reward_limit
JOIN programs_marketingprogram AS program ON program.id = reward_limit.program_id
WHERE reward_limit.program_id = %s AND reward_limit.activity_type IN ('', %s)
ORDER BY reward_limit.id
FOR KEY SHARE OF reward_limit
"""

# Waits for every transaction that has read limits, and holds off those that want to read them.
HOLD_ALL_LIMITS = "LOCK TABLE rewards_rewardlimit IN EXCLUSIVE MODE"

_WANTED = """
FROM rewards_rewardlimitcounter AS counter
JOIN unnest(%s::uuid[], %s::uuid[], %s::timestamptz[]) AS wanted (limit_id, participant_id, since)
    USING (limit_id, participant_id, since)
"""
KNOWN_COUNTERS = f"SELECT limit_id, participant_id, since {_WANTED}"
LOCK_COUNTERS = f"""
SELECT limit_id, participant_id, since, used, reached {_WANTED}
ORDER BY limit_id, participant_id, since FOR UPDATE OF counter
"""

STORE_COUNTERS = """
UPDATE rewards_rewardlimitcounter AS counter SET used = new.used, reached = new.reached
FROM unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::numeric[], %s::int[])
    AS new (limit_id, participant_id, since, used, reached)
WHERE counter.limit_id = new.limit_id AND counter.participant_id = new.participant_id
    AND counter.since = new.since
"""
