"""Simulator: random tournaments, whole events played from a seed and checked at every step."""
