"""Tournaments: clubs, entries, draws, journals, standings, ratings."""
