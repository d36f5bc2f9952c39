"""Who pays the fee of an event: each player, pair or team, once or for each mini bracket."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.finances.models import FundTerms
from tournaments.finances.queries import entered_brackets
from tournaments.messages.money import format_money
from tournaments.models import Event
from tournaments.models.event import Takes
from tournaments.play.entrants.queries.entries import MIXED, describe_kind

SUM_SENTENCES = {
    Takes.PLAYERS: _("Each player pays %(total)s: %(prizes)s to the prizes and %(retained)s retained."),
    Takes.PAIRS: _("Each pair pays %(total)s: %(prizes)s to the prizes and %(retained)s retained."),
    Takes.TEAMS: _("Each team pays %(total)s: %(prizes)s to the prizes and %(retained)s retained."),
    MIXED: _("Each player or pair pays %(total)s: %(prizes)s to the prizes and %(retained)s retained."),
}


@dataclass(frozen=True, slots=True)
class Payers:
    """What pays the fee: an entry type or `MIXED`; `is_per_bracket` if it does so for each mini bracket."""

    takes: str = Takes.PLAYERS.value
    is_per_bracket: bool = False


PLAYERS = Payers()


def get_payers(event: Event) -> Payers:
    """Return who pays the fee of an event. Two queries."""
    kinds = event.entries.values_list("player__kind", flat=True).distinct()
    takes = describe_kind(event, list(kinds) if not event.takes else ())
    return Payers(takes, entered_brackets.find_entered_brackets(event) is not None)


def describe_sum(terms: FundTerms, payers: Payers, currency: str) -> str:
    """Return what each pays in all, and how that is divided, as a sentence; "" without a fee."""
    if not terms.total_fee:
        return ""
    prizes = terms.fee * terms.returned // 100
    text = str(SUM_SENTENCES[payers.takes]) % {
        "total": format_money(terms.total_fee, currency),
        "prizes": format_money(prizes, currency),
        "retained": format_money(terms.total_fee - prizes, currency),
    }
    if not payers.is_per_bracket:
        return text
    return " ".join((text, gettext("That is charged again for each other mini bracket.")))
