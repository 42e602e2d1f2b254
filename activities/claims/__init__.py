"""Claims: rewards that were set before the referees rejected the activity."""
