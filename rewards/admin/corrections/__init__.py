"""Staff's pages of corrections: the start, the preview, the orders about it, and its items."""
