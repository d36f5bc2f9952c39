"""Standings as folds of results: seasons of evenings, events of places, shares of a pool."""
