"""Rating systems (`fibs`, `elo`, `glicko2`); `rating_changes` applies the system of a list to its results."""
