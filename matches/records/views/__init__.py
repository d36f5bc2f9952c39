"""Pages of match files."""
