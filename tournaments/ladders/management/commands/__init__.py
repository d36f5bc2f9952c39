"""Commands of ladders."""
