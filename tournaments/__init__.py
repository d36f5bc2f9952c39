"""What joins boards into events: clubs, entries, draws, journals, standings, ratings."""
