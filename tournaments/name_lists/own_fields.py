"""The names of the fields that a club has defined for its members, in lists and their imports. Pure."""

OWN_FIELD = "own_field_"


def name_own_field(key: int) -> str:
    """Return the name of a field of the club by its key; it is also the role of its columns."""
    return f"{OWN_FIELD}{key}"


def get_own_field_key(name: str) -> int:
    """Return the key of the field of the club with this name; 0 for the name of anything else."""
    key = name.removeprefix(OWN_FIELD)
    return int(key) if key != name and key.isdecimal() else 0
