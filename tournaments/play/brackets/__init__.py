"""Brackets, tables, crosstables and places as pages show them."""
