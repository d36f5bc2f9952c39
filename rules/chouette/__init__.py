"""A chouette: more than two players at one board, folded from its events to a ledger that sums to nothing.

Read `events` (what can happen), `state` and `rows` (what a page needs), `evening` (the fold), then the rooms
the fold walks through: `order`, `partner`, `cubes`, `rounds`, `extras`, `fairness`, `ending`, `ledger`,
`rotation`; `choices` tells what may happen next, `consultation` who may speak, `storing` keeps events as
plain data.
"""
