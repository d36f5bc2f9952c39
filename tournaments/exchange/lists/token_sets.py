"""Sets of tokens, written in one text. Pure."""


def make_tokens(text: str) -> frozenset[str]:
    """Return the tokens of a text."""
    return frozenset(text.split())
