"""Ladders: rules, folds, acts."""
