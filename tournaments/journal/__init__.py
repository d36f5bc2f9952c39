"""The journal of an event (event sourcing): rows with facts, and the state they are replayed into.

Pure functions, without the database; `tournaments.services.journal` stores the rows. `facts`, `team_facts`
and `payloads` define the rows, `replay` applies them by the handlers in `entries`, `draws`, `results` and
`teams`, `commands`, `draw_changes` and `team_commands` make new ones.
"""
