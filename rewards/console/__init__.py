"""Staff's pages that show several subjects of rewards."""
