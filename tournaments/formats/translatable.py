"""Texts that are translated where they are shown, though this package knows no Django."""


def gettext_noop(text: str) -> str:
    """Return the text: the message catalogue has it, as with the function of this name in Django."""
    return text
