"""A chouette: more than two players at one board, replayed from its events to a ledger that sums to zero.

`events` are what can happen, `state` has the frozen values of a chouette and its ledger, `replay` replays
events and lists those that may follow. `seating` is who joins and leaves, and the order by dice; `partner`
the choice of the box's partner, `consultation` who may advise. `cubes` are the doubles and their answers;
`ending` closes a game and writes its ledger row; `rotation` says who is box and captain next.
"""
