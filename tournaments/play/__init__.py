"""Playing events: entries, draws, rounds, teams, tables, the desk and the public pages of events."""
