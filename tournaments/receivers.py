"""Answers the doorbells of the match room inside the same transaction."""
