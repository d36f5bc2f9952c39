"""Values of the details of an entry, of those declared later too."""

from tournaments.name_lists.details import DETAILS, TEXTS

# One of them fits the pattern of each text.
SAMPLES = ("Rossi", "IT", "A1", "1234")


def make_detail(name: str) -> str | int:
    """Return a value that this detail can have."""
    if name not in TEXTS:
        return 1500
    return next(sample for sample in SAMPLES if DETAILS[name].can_be(sample))


def list_impossible_texts() -> list[tuple[str, str]]:
    """Return texts that are too long for their detail, or do not match its pattern, with its name."""
    too_long = [(name, "X" * (detail.longest + 1)) for name, detail in TEXTS.items()]
    unlike = [(name, text) for name, detail in TEXTS.items() if detail.pattern for text in ("?", "A1\n")]
    return [*too_long, *unlike]
