"""A restore from backup, rehearsed: how much is lost, how long it takes, what stays erased."""
