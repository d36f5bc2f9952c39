"""Proofs that take minutes: what the quick suite shows on samples, shown at length (`make prove`)."""
