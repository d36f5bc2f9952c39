"""Pots, prize tables, sharing and auctions, in integers of the smallest coin. Pure values."""
