"""A chouette: more than two players at one board, replayed from its events to a ledger that sums to zero.

`events` are what can happen, `state` has the frozen values of a chouette and its ledger, `evening` replays
events and lists those that may follow. `order` is who joins and leaves, the order by dice,
the partner and consultation; `cubes` are the doubles and their answers; `ending` closes a game and writes
its ledger row; `rotation` says who is box and captain next.
"""
