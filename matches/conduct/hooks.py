"""What `conduct` adds to the core: messages, panel of a match, data export."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest

from matches import messages as match_messages
from matches import permissions, registry
from matches.conduct import messages, queries, services
from matches.conduct.models import ConductRuling
from matches.conduct.views import describe_stored_ruling
from matches.models import Match, Player
from matches.queries import people
from matches.registry import Panel
from matches.signals import player_anonymised
from matches.views import reporting
from matches.views.visitors import get_identity

match_messages.add_sentences(messages.REFUSALS)


@registry.match_panels.register
def show_rulings(request: HttpRequest, match: Match) -> Panel:
    """Show the rulings of a match to its players and officials, with a link to the assistant."""
    card = reporting.get_card(request.POST or request.GET)
    is_official = permissions.may_rule(request.user, match.desk)
    may_see = is_official or bool(get_identity(request, card).side_in(match))
    rulings = [describe_stored_ruling(row) for row in queries.get_rulings_of_match(match)] if may_see else []
    context = {"conduct_rulings": rulings, "sees_whole_ruling": is_official}
    return Panel("conduct/match_panel.html", context)


@registry.played_data.register
def export_rulings(player: Player) -> dict[str, Any]:
    """Export the rulings on matches of a person, with what players may see of them."""
    spellings = people.get_spellings(player)
    rows = ConductRuling.objects.filter(Q(match__white__in=spellings) | Q(match__black__in=spellings))
    rulings = [
        {
            "match": row.match.code,
            "at": row.at.isoformat(),
            "case": row.case,
            "rule": row.law,
            "continuation": row.continuation,
            "decision": row.decision,
        }
        for row in rows.select_related("match")
    ]
    return {"conduct_rulings": rulings}


@receiver(player_anonymised, sender=Player)
def erase_texts(former_names: dict[int, str], **_kwargs: Any) -> None:
    """Erase the texts of rulings on matches of an anonymised person; the rulings stay."""
    services.erase_texts(players=former_names)
