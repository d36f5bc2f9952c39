"""Simulator of random events, which are played from a seed and checked on the way."""
