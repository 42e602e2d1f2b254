"""The operations of each group."""
