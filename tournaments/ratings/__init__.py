"""Ratings as a fold of settled results: a formula, and the ledger that applies it in order."""
