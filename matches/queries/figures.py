"""What engines said of how a record was played, and of all records of its players together."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from matches.models import Figure, Match, Player, Transcript
from matches.performance import Tally, pooled
from matches.queries.people import is_one


@dataclass(frozen=True, slots=True)
class Judged:
    """A figure that counts, and the same engine's over all records of that player, this one included."""

    figure: Figure
    player: Player
    overall: Tally
    records: int


def figures_of(transcript: Transcript, match: Match) -> list[Judged]:
    """The figures of a record that count, white's first, in three queries at most."""
    own = _latest(transcript.figures.select_related("analysis"))
    if not own:
        return []
    everything = {player.pk: _of_player(player) for player in (match.white, match.black)}
    judged = []
    for figure in sorted(own, key=lambda each: (each.engine, each.settings, each.side == "black")):
        player = match.white if figure.side == "white" else match.black
        alike = [each for each in everything[player.pk] if _kind(each) == _kind(figure)]
        judged.append(Judged(figure, player, pooled(each.tally for each in alike), len(alike)))
    return judged


def ratings_of(match: Match) -> dict[int, list[tuple[Figure | None, Figure | None]]]:
    """By record of a match, what each engine says of White's play and of Black's; in one query."""
    found: dict[int, dict[tuple[str, str], dict[str, Figure]]] = {}
    for figure in Figure.objects.filter(transcript__match=match).order_by("id"):
        by_engine = found.setdefault(figure.transcript_id, {})
        by_engine.setdefault(_kind(figure), {})[figure.side] = figure
    return {
        record: [(sides.get("white"), sides.get("black")) for sides in by_engine.values()]
        for record, by_engine in found.items()
    }


def last_word(match: Match) -> tuple[Figure, Figure] | None:
    """The last figures of a match that one engine, with the same settings, gave both sides of a record,
    White's first; None while there are none. One query."""
    found = [pair for pairs in ratings_of(match).values() for pair in pairs]
    both = [(white, black) for white, black in found if white is not None and black is not None]
    return max(both, key=lambda pair: max(pair[0].pk, pair[1].pk), default=None)


def _of_player(player: Player) -> list[Figure]:
    white = Q(side="white") & is_one("transcript__match__white", player)
    black = Q(side="black") & is_one("transcript__match__black", player)
    return _latest(Figure.objects.filter(white | black).exclude(transcript__match__status="void"))


def _kind(figure: Figure) -> tuple[str, str]:
    return figure.engine.casefold(), figure.settings.casefold()


def _latest(figures: Iterable[Figure]) -> list[Figure]:
    """The last word on each record, side, engine and settings."""
    return list({(each.transcript_id, each.side, *_kind(each)): each for each in figures}.values())
