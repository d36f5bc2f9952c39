"""Migrations of the member list."""
