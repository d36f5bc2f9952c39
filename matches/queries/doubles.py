"""What a person has played in pairs, which stands apart from what he plays alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from matches.models import Match, Player
from matches.queries import people
from matches.queries.people import canonical_key
from matches.states import Status


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pair in which a person sits, with whom, and the matches it has won and lost."""

    pair: Player
    partner: Player
    won: int
    lost: int


def get_pair_records(player: Player) -> list[PairRecord]:
    """The pairs of a person by their names, each once under whatever spellings. Three queries."""
    spellings = people.get_spellings(player)
    rows = people.get_pairs_with(spellings)
    won, lost = _tally_pairs(rows)
    records = [
        PairRecord(pair, _get_partner(pair, player), won[pair.pk], lost[pair.pk])
        for pair in rows
        if people.get_canonical_player(pair) == pair
    ]
    return sorted(records, key=lambda record: (record.pair.name, record.pair.pk))


def get_pair_matches(player: Player) -> QuerySet[Match]:
    """Every match of a person's pairs that was not voided, the newest first."""
    rows = people.get_pairs_with(people.get_spellings(player))
    is_pair_match = Q(white__in=rows) | Q(black__in=rows)
    matches = Match.objects.filter(is_pair_match).exclude(status=Status.VOID.value)
    return matches.select_related("desk", "white", "black", "table").order_by("-settled_at", "-id")


def _get_partner(pair: Player, player: Player) -> Player:
    partners = [member for member in pair.members if not member.is_one_with(player)]
    return people.get_canonical_player(partners[0])


def _tally_pairs(pairs: Sequence[Player]) -> tuple[Counter[int], Counter[int]]:
    keys = [pair.pk for pair in pairs]
    rows = Match.objects.filter(Q(white__in=keys) | Q(black__in=keys), status=Status.SETTLED.value)
    settled = rows.exclude(winner="").annotate(
        white_face=canonical_key("white"), black_face=canonical_key("black")
    )
    sides = [
        (white, black) if winner == "white" else (black, white)
        for white, black, winner in settled.values_list("white_face", "black_face", "winner")
    ]
    return Counter(winner for winner, _ in sides), Counter(loser for _, loser in sides)
