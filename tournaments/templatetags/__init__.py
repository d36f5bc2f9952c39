"""Words for the templates of clubs and events."""
