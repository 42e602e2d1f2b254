"""Staff's pages of recognition, which may show several subjects."""
