"""What must hold for money on every day: what is announced is due, what came in is paid out, and to whom."""

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

from django.db.models import Q
from django.test import Client

from tournaments.finances.models import FundKind, FundTerms
from tournaments.models import Event, EventStatus

Row = dict[str, Any]
# The key of the places of the event itself, in a table of prizes.
MAIN = "main"
# The first of the knockouts that begin one after the other.
FIRST_MINI = "mini_1"
# Below this, in the smallest coin, a prize may be rounded to nothing.
SMALL_POT = 10_00
# The published tables give no winner less.
LEAST_OF_TEMPLATES = 0.2


def check_money(event: Event, director: Client) -> Iterator[str]:
    """Yield what is wrong with the fees, accounts and prizes of an event."""
    terms = {row.fund: row for row in FundTerms.objects.filter(event=event).order_by("seq")}
    if not terms:
        return
    accounts = read_rows(director, f"/api/v1/events/{event.pk}/accounts/")
    for account in accounts:
        if account["owes"] < 0 or account["surplus"] < 0:
            yield f"{event.name}: an account owes {account['owes']}, surplus {account['surplus']}"
    for fund in read_rows(director, f"/api/v1/events/{event.pk}/prizes/claims/"):
        if terms[fund["fund"]].kind != FundKind.AUCTION:
            yield from _check_winners(event, terms[fund["fund"]], fund, accounts)
        # In a pool the places of its own players can be certain before those of the event.
        if terms[fund["fund"]].kind == FundKind.ENTRY:
            yield from _check_claims(event, terms[fund["fund"]], fund)
            yield from _check_pot(event, terms[fund["fund"]], fund, accounts)
    yield from _check_announced_fee(event, director)


def _check_claims(event: Event, terms: FundTerms, fund: Row) -> Iterator[str]:
    """No prize is due to somebody whose place is open.

    A flight with prizes of its own has its places, whoever plays on elsewhere.
    """
    entries = event.entries.exclude(place_from=None).select_related("player")
    places = {entry.player_id: (entry.place_from, entry.place_to) for entry in entries}
    due = {claim["player"]: claim["due"] for claim in fund["claims"] if claim["due"]}
    names = {claim["player"]: claim["name"] for claim in fund["claims"]}
    for player, amount in due.items():
        if player not in places and not _has_played_flight_out(event, terms, player):
            yield f"{event.name} {fund['name']}: {amount} due to {names[player]} without a place"


def _check_winners(event: Event, terms: FundTerms, fund: Row, accounts: list[Row]) -> Iterator[str]:
    """Whoever has won a finished event, or a bracket or part of it, and has paid for it, has a prize.

    In an event of one bracket with a pot worth dividing the winner has one, whatever he has paid. Who plays
    several mini brackets for one fee has it counted in the first, and may have won another.
    """
    if event.status != EventStatus.FINISHED or fund.get("reserved"):
        return
    due = {claim["player"]: claim["due"] for claim in fund["claims"] if claim["due"]}
    is_one_pot = terms.kind == FundKind.ENTRY and not event.pairings.filter(flight=FIRST_MINI).exists()
    has_pot = is_one_pot and sum(due.values()) >= SMALL_POT and not any(each["owes"] for each in accounts)
    share = _get_share_of_winner(terms)
    paid = {
        account["entry"]: max(0, each["paid"] - each["refundable"] - terms.registration)
        for account in accounts
        for each in account["dues"]
        if each["fund"] == terms.fund and each["is_in"]
    }
    brackets = _count_minis(event)
    for entry in event.entries.filter(place_from=1, place_to=1).select_related("player"):
        least = paid.get(entry.number, 0) * terms.returned / 100 * share
        is_paid_for = has_pot or least >= max(terms.unit, 1)
        if is_paid_for and entry.player_id not in due and brackets[entry.number] < 2:
            yield f"{event.name} {fund['name']}: no prize for {entry.player.name} in first place, {due}"


def _get_share_of_winner(terms: FundTerms) -> float:
    """Return the part of the pot that the winner has at least; 0 if the first place has no prize."""
    if terms.template:
        return LEAST_OF_TEMPLATES
    figures = terms.parts.get(MAIN) or [0]
    return figures[0] / max(sum(sum(row) for row in terms.parts.values()), 1)


def _count_minis(event: Event) -> Counter[int]:
    """Return in how many of the knockouts that begin one after the other each entry plays, by its number."""
    rows = event.pairings.filter(flight__startswith="mini_")
    seats = rows.values_list("flight", "white_entry__number", "black_entry__number")
    return Counter(
        entry for flight, entry in {(row[0], entry) for row in seats for entry in row[1:] if entry}
    )


def _has_played_flight_out(event: Event, terms: FundTerms, player: int) -> bool:
    """Whether a player has no match to come in a flight that has prizes beside those of the event."""
    flights = [] if terms.template else [flight for flight in terms.parts if flight != MAIN]
    own = Q(white_entry__player=player) | Q(black_entry__player=player)
    rows = event.pairings.filter(own, flight__in=flights).values_list("flight", "winner_entry")
    is_open = {flight: any(winner is None for each, winner in rows if each == flight) for flight, _ in rows}
    return not all(is_open.values())


def _check_pot(event: Event, terms: FundTerms, fund: Row, accounts: list[Row]) -> Iterator[str]:
    """Not more is due than the pot: the part of the fees that goes back to players, and what was added."""
    paid = {
        account["entry"]: max(0, due["paid"] - due["refundable"])
        for account in accounts
        for due in account["dues"]
        if due["fund"] == terms.fund
    }
    # The registration is paid again for each mini bracket, of those that are paid at all.
    brackets = _count_minis(event)
    due_by_entry = {
        account["entry"]: sum(
            due["paid"] + due["owes"] for due in account["dues"] if due["fund"] == terms.fund
        )
        for account in accounts
    }
    fees = 0
    for entry, amount in paid.items():
        due_for_each = due_by_entry[entry] / max(brackets[entry], 1)
        begun = ceil(amount / due_for_each) if due_for_each else 0
        fees += max(0, amount - terms.registration * begun)
    pot = fees * terms.returned // 100 + terms.added
    shared = sum(claim["due"] for claim in fund["claims"])
    if shared > pot:
        yield f"{event.name} {fund['name']}: {shared} is due from a pot of {pot}"
    is_over = event.status == EventStatus.FINISHED and not fund.get("reserved")
    if is_over and shared and pot - shared >= max(terms.unit, 1) * max(len(fund["claims"]), 1):
        yield f"{event.name} {fund['name']}: {shared} is due, but the pot is {pot}"


def _check_announced_fee(event: Event, director: Client) -> Iterator[str]:
    """The fee that registration announces is the one that is charged."""
    place = getattr(event, "registration_event", None)
    terms = FundTerms.objects.filter(event=event, kind=FundKind.ENTRY).order_by("seq").last()
    if place is None or terms is None or place.fee is None:
        return
    digits = 2 if event.tournament.currency != "JPY" else 0
    announced = round(place.fee * 10**digits)
    if announced != terms.fee + terms.registration:
        yield f"{event.name}: {announced} announced, {terms.fee} + {terms.registration} charged"


def read_rows(client: Client, url: str) -> list[dict[str, Any]]:
    answer = client.get(url)
    if answer.status_code != 200:
        return []
    rows = answer.json()
    return rows["results"] if isinstance(rows, dict) and "results" in rows else rows
