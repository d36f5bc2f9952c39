"""Pots, tables, sharing and auctions as values."""
