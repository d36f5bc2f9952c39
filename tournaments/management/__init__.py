"""Commands of the tournament room."""
