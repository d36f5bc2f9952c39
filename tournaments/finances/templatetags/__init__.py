"""Template tags and filters of finances."""
