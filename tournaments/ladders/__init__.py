"""Ladders: the players of a club in an order that changes by challenges."""
