"""Online registration: sign-ups for the events of a tournament, their approval, waiting lists and entry."""
