"""Irregularities at the table, each a function from what lies there and a claim to the lawful continuations.

Read `rulings` (the values), then `dice`, `turns`, `cubes`, `setup`, `scores`, `lengths`. Nothing here decides
what happened: the players or the official say that, and the ruling says how play lawfully goes on.
"""
