"""The only writers of the tournament room: verbs, each one transaction under lock."""
