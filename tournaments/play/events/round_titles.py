"""The title of the round of a pairing, and the names on its seats."""

from collections.abc import Mapping

from django.utils.translation import gettext

from tournaments.formats.graph import GraphPairing
from tournaments.journal.state import VACANT
from tournaments.messages import round_title
from tournaments.messages.names import translate_stage_name


def get_round_title(pairing: GraphPairing, stage_name: str) -> str:
    """Return flight and round of a pairing; `stage_name` is what the director calls its stage, or ""."""
    name = translate_stage_name(stage_name)
    return round_title(pairing.flight, pairing.round, pairing.winner_range, pairing.loser_range, name=name)


def get_seat_name(seat: int | None, names: Mapping[int, str]) -> str:
    """Return the name of the entry on a seat, or that there is none yet, or that it is a bye."""
    if seat is None:
        return gettext("none yet")
    return gettext("bye") if seat == VACANT else names.get(seat, str(seat))
