"""Random public ids of rows, which can be read aloud: without 0, o, 1, i and l."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 8


def new_code() -> str:
    """Return a random public id of 8 characters.

    There are 31**8, about 850 thousand million: too many to guess.
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
