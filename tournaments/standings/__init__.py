"""Standings as folds of results: a season over its evenings, an event over its places, shares of a pool."""
