"""Tasks: what each participant has to do, and what an activity must meet."""
