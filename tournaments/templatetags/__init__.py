"""Template tags for clubs and events."""
