"""Proofs: the long versions of tests that the ordinary suite runs on samples (`make prove`)."""
