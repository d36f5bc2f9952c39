"""The journal of an event (event sourcing): rows with facts, and the state they are replayed into.

Pure functions, without the database; `tournaments.play.event_journal.services.journal` stores the rows.
`entries`, `teams`, `draws`, `rounds`, `results` and `undone_rows` declare the kinds of rows
(`row_kinds.RowKind`), `registry` has them all, `replay` applies rows. `commands`, `pairing_commands`,
`draw_changes`, `stage_changes` and `team_commands` make new ones.
"""
