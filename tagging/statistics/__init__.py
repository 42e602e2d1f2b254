"""What taggers did, and how fast: sums, timesheets, reports, pace."""
