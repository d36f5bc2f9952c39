"""Tables of flights, teams, divisions and seasons, computed from results; tie-breaks."""
