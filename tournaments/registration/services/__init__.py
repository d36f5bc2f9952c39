"""Services of registration."""
