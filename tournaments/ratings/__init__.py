"""Rating systems (FIBS, Elo, Glicko-2), and the ledger that applies them to results in order."""
