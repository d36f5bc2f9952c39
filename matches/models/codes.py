"""Short public ids that can be read aloud: no 0/o, no 1/i/l."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 8


def new_code() -> str:
    """Return a random public id of 8 letters: about 850 thousand million of them, too many to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
