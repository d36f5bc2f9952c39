"""Queries of finances for the desk: accounts, prizes, auctions, cash accounts and the ledger."""
