"""Players, desks and matches: reports, score sheets, rulings; sub-apps for accounts, match files and more.

`matches` knows nothing of tournaments: apps above it register hooks (`matches.registry`) and receive signals
(`matches.signals`). A desk is the authority over a group of matches, such as those of a tournament.
"""
