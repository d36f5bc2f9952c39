"""A chouette: more than two players at one board, replayed from its events to a ledger that sums to zero.

`events` are what can happen, `state` has the frozen values of a chouette and its ledger, `evening` replays
events and lists those that may follow. `order` is who joins, leaves and becomes box, captain or partner;
`cubes` are the doubles and their answers; `ending` closes a game, writes its ledger row and rotates the box.
"""
