"""A chouette: more than two players at one board, replayed from its events to a ledger that sums to zero.

Read `events` (what can happen), `state` and `rows` (what a page needs), `evening` (the replay), then the
modules it calls: `order`, `partner`, `cubes`, `rounds`, `extras`, `fairness`, `ending`, `ledger`,
`rotation`; `choices` lists legal events, `consultation` says who may advise, `storing` converts events to
plain data.
"""
