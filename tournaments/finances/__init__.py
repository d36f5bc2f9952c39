"""Finances of tournaments: fees, side pools, auctions, prizes, receipts and cash desks."""
