"""A yard beside the house: pages and outbox work that exist only to be watched by tests."""
