"""What `moneyplay` adds to the core: messages, receivers and hooks."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from matches import messages, registry
from matches.models import Player, User
from matches.moneyplay import queries
from matches.moneyplay.messages import LABELS, SENTENCES
from matches.moneyplay.models import SessionSeat
from matches.moneyplay.services import sessions
from matches.moneyplay.views.sessions import identity_of
from matches.registry import Panel
from matches.signals import account_renamed, player_anonymised
from rules.errors import Refusal

MAX_SEATS = 50

messages.add_sentences(SENTENCES)
messages.add_labels(LABELS)


@receiver(account_renamed, sender=User)
def rename_author(user: User, was: str, name: str, **_kwargs: Any) -> None:
    """Replace the former user name in journal entries of the account."""
    sessions.rename_author(user=user, former_name=was, name=name)


@receiver(player_anonymised, sender=Player)
def release_seats(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Unlink the seats of an anonymised player."""
    sessions.release_players(players=former_names)


@registry.player_panels.register
def show_sessions(request: HttpRequest, player: Player) -> Panel:
    """Show the sessions of a player that this visitor may see."""
    rows = queries.list_visible_seats(player, identity_of(request))
    context = {"seats": list(rows[:MAX_SEATS]), "tally": queries.tally_seats(rows)}
    return Panel("moneyplay/player.html", {"money_panel": context})


@registry.played_data.register
def export_seats(player: Player) -> dict[str, Any]:
    """Export the seats of a person."""
    if not player.is_person:
        return {}
    return {"sessions": [_export_seat(seat) for seat in queries.list_all_seats(player)]}


@registry.shared_tables.register
def find_shared_tables(players: Collection[int]) -> list[set[int]]:
    """Return the groups of these players that have played in one session."""
    players_by_session: defaultdict[int, set[int]] = defaultdict(set)
    rows = SessionSeat.objects.filter(player__in=players)
    for session, player in rows.values_list("session", "player"):
        players_by_session[session].add(player or 0)
    return list(players_by_session.values())


@registry.merge_objections.register
def object_to_merge(spellings: Sequence[Player], other_spellings: Sequence[Player]) -> Refusal | None:
    """Return the refusal to merge two players who have played in one session, or None."""
    seat = queries.find_shared_seat(spellings, other_spellings)
    return Refusal("sat_together", session=str(seat.session)) if seat is not None else None


def _export_seat(seat: SessionSeat) -> dict[str, Any]:
    return {
        "session": seat.session.code,
        "kind": seat.session.kind,
        "name": seat.name,
        "stake": seat.stake,
        "balance": seat.balance,
        "opened_at": seat.session.opened_at.isoformat(),
    }
