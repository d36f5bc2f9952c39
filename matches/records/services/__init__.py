"""Services of records."""
