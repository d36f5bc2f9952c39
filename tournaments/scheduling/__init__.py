"""How long play takes: the pace of a room, the order matches are called in, and when all will be over."""
