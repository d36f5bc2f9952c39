"""The rating systems by versioned name, and presets of their parameters."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from rules.errors import Refusal
from tournaments.rating_systems import elo, fibs, glicko2
from tournaments.rating_systems.parameters import Parameters

SYSTEMS: Mapping[
    str, type[fibs.FibsParameters] | type[elo.EloParameters] | type[glicko2.Glicko2Parameters]
] = {
    fibs.SYSTEM: fibs.FibsParameters,
    elo.SYSTEM: elo.EloParameters,
    glicko2.SYSTEM: glicko2.Glicko2Parameters,
}


@dataclass(frozen=True, slots=True)
class Preset:
    """A system with the constants that differ from its defaults."""

    system: str
    constants: Mapping[str, float] = field(default_factory=dict)


SYSTEM_PRESETS: dict[str, Preset] = {
    "fibs": Preset(fibs.SYSTEM),
    "no-ramp": Preset(fibs.SYSTEM, {"ramp_start": 1.0}),
    "short-ramp": Preset(fibs.SYSTEM, {"ramp_start": 2.0}),
    "elo": Preset(elo.SYSTEM),
    "elo-steep": Preset(elo.SYSTEM, {"spread": 400.0, "step": 10.0}),
    "elo-skill": Preset(elo.SYSTEM, {"skill": 1.0}),
    "elo-flat": Preset(elo.SYSTEM, {"exponent": 0.0, "step_exponent": 0.0, "spread": 400.0, "step": 20.0}),
    "elo-length": Preset(elo.SYSTEM, {"base": 1000.0, "step": 1.0, "step_exponent": 1.0}),
    "glicko2": Preset(glicko2.SYSTEM),
    "glicko2-length": Preset(glicko2.SYSTEM, {"exponent": 0.5}),
}


def parameters(system: str, constants: Mapping[str, Any]) -> Parameters:
    """Return the parameters of a rating list; missing constants have the default of the system.

    Refuses "rating_system_unknown", "rating_constant_unknown", and what the system refuses.
    """
    if system not in SYSTEMS:
        raise Refusal("rating_system_unknown", system=system)
    kind = SYSTEMS[system]
    unknown = set(constants) - {spec.name for spec in fields(kind)}
    if unknown:
        raise Refusal("rating_constant_unknown", names=", ".join(sorted(unknown)))
    instance: Parameters = kind(**constants)
    return instance


def constants_of(system: str) -> dict[str, float]:
    """Return the names and defaults of the constants of a system."""
    return asdict(SYSTEMS[system]())
