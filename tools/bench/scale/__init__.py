"""Ten million photos with two years of history: plans, pruning, and how autovacuum keeps up."""
