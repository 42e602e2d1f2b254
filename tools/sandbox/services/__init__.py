"""One class for each simulated service."""
