"""Views of clubs, tournaments and events: load, authorise, validate, call one service, respond."""
