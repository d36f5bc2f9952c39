"""The till of a tournament and the terms in force of every fund of an event."""

from collections.abc import Mapping

from matches.queries.written import Written
from tournaments.models import Event, FundKind, Terms, Till, Tournament

FEES = 0
SHOWN = Written(
    lambda event: Terms.objects.filter(event=event).order_by("fund", "seq").values_list("fund", "is_shown"),
    int,
)


def till_of(tournament: Tournament) -> Till | None:
    """The till of a tournament, None as long as nobody has opened one."""
    return Till.objects.filter(tournament=tournament.pk).first()


def terms_of(event: Event) -> dict[int, Terms]:
    """The terms in force by fund, the fees first; empty where the event goes without money. One query."""
    found = Terms.objects.filter(event=event.pk).select_related("by").order_by("fund", "seq")
    return {terms.fund: terms for terms in found}


def shown_of(event: Event) -> set[int]:
    """The funds whose terms in force say that everybody may see the prizes. One query."""
    return {fund for fund, is_shown in dict(SHOWN.rows(event.pk)).items() if is_shown}


def kinds(terms: Mapping[int, Terms], kind: FundKind) -> list[Terms]:
    """The funds of one kind, in their order."""
    return [one for one in terms.values() if one.kind == kind.value]
