"""Commands of match files."""
