"""What runs, plays and measures the project on one machine."""
