"""The rows of activities, their events, and what follows a change of one."""
