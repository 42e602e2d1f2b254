"""Settling: the steps after a change of an activity, until a task and a reward are decided."""
