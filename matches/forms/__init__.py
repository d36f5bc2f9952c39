"""Shapes of what people send to matches, records, tables and accounts: they never save."""
