"""The optional laws of a match or a money session, as frozen values chosen before play."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

DeadCube = Literal["allow", "note", "refuse"]


@dataclass(frozen=True, slots=True)
class MatchLaws:
    """The laws in force in a match; the defaults are those of ordinary tournament play.

    `dead_cube` says what happens to a double that cannot help the doubler: allowed in silence, noted or
    refused. `holland` forbids doubling in the first two turns of each game after the Crawford game.
    """

    crawford: bool = True
    dead_cube: DeadCube = "note"
    holland: bool = False
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: bool = False

    def to_json(self) -> dict[str, Any]:
        """The laws as plain data, to be stored beside a match."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> MatchLaws:
        """Rebuild laws from stored data; keys of an older or newer version are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{key: value for key, value in data.items() if key in known})


@dataclass(frozen=True, slots=True)
class MoneyLaws:
    """The laws of play for points without a match: Jacoby, beavers and automatic doubles."""

    jacoby: bool = True
    beavers: bool = True
    raccoons: bool = True
    automatic_doubles: int = 1
