"""The till of a tournament and the terms in force of every fund of an event."""

from collections.abc import Mapping

from tournaments.models import Event, FundKind, Terms, Till, Tournament

FEES = 0


def till_of(tournament: Tournament) -> Till | None:
    """The till of a tournament, None as long as nobody has opened one."""
    return Till.objects.filter(tournament=tournament.pk).first()


def terms_of(event: Event) -> dict[int, Terms]:
    """The terms in force by fund, the fees first; empty where the event goes without money. One query."""
    found = Terms.objects.filter(event=event.pk).select_related("by").order_by("fund", "seq")
    return {terms.fund: terms for terms in found}


def kinds(terms: Mapping[int, Terms], kind: FundKind) -> list[Terms]:
    """The funds of one kind, in their order."""
    return [one for one in terms.values() if one.kind == kind.value]
