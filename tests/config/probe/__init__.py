"""A probe app beside the site: pages and outbox work that exist only to be watched by tests."""
