"""Rating systems (`fibs`, `elo`, `glicko2`), and `rating_changes`, which applies that of a list to results."""
