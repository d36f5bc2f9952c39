"""The tables of the tournament room."""
