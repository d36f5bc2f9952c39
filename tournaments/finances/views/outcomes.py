"""What deeds with money share: who acts, on whom, and what is said when it is done."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from matches.models import Player
from tournaments.finances.messages import money
from tournaments.finances.queries import receipts as papers
from tournaments.finances.queries.funds import till_of
from tournaments.finances.services.receipts import Hand
from tournaments.forms.desk import new_key
from tournaments.models import Event
from tournaments.views.doors import director

Said = Mapping[str, Any]


def hand_of(request: HttpRequest, said: Said) -> Hand:
    """Who writes the receipt, how the money goes and under which key."""
    return Hand(director(request), said["method"], said["key"] or new_key(), said.get("note", ""))


def player_of(said: Said) -> Player:
    """The player meant, or 404."""
    return get_object_or_404(Player, code=said["player"])


def spoken(event: Event, amount: int) -> str:
    """An amount in the reader's way of writing."""
    till = till_of(event.tournament)
    return money(amount, till.currency) if till else ""


def told(event: Event, number: int) -> str:
    """What a receipt says in one line."""
    paper = papers.receipt(event, number)
    if paper is None:
        raise Http404
    facts = {
        "number": paper.number,
        "name": papers.name_on(paper),
        "amount": spoken(event, abs(papers.total(paper))),
    }
    if papers.total(paper) < 0:
        return gettext("Paid out: %(amount)s to %(name)s, receipt %(number)s.") % facts
    return gettext("Taken: %(amount)s from %(name)s, receipt %(number)s.") % facts
