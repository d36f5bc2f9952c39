"""The journal of an event and its state: facts in, state out, nothing else."""
