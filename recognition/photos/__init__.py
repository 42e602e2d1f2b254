"""What is read of photos: lists, history, verdicts, deliveries, the backlog and its counts."""
