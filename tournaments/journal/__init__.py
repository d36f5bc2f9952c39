"""The journal of an event and what it folds to: facts in, state out, nothing else."""
