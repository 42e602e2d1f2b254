"""Staff's pages that show several subjects of activities, and what programs show of them."""
