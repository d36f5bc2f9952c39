"""Tests of prize pools, payout tables, sharing and auctions without a database."""
