"""Club ladders as folds of facts: who stands where, who challenges whom, and why everybody is where he is."""
