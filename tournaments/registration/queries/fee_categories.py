"""Whether the records of the club agree with the fee category that a person has chosen."""

from collections.abc import Collection, Sequence

from tournaments.models import MemberRecord, Membership
from tournaments.registration.models import JUNIOR, MEMBER, EventPrice, EventSignUp


def find_unchecked_categories(rows: Sequence[EventSignUp]) -> Collection[int]:
    """Return the keys of those who pay as members or juniors by their own word alone.

    A member is checked whose account or player, chosen by the desk, is a member of the club; a junior by
    the year of birth in the member record. Two queries if somebody pays as one.
    """
    to_check = [row for row in rows if row.category in (MEMBER, JUNIOR)]
    if not to_check:
        return frozenset()
    club = to_check[0].sign_up.registration.tournament.club_id
    players = {_get_player(row) for row in to_check}
    members = Membership.objects.filter(club=club, left_at=None, player__in=players)
    checked = {(player, MEMBER) for player in members.values_list("player", flat=True)}
    records = MemberRecord.objects.filter(membership__in=members).exclude(birth_year=None)
    years = dict(records.values_list("membership__player", "birth_year"))
    prices = EventPrice.objects.filter(event__in={row.event_id for row in to_check}, category=JUNIOR)
    first_years = {price.event_id: price.born_from for price in prices.order_by("-born_from")}
    return {
        row.pk
        for row in to_check
        if not (
            (_get_player(row), row.category) in checked
            or (
                row.category == JUNIOR
                and row.event_id in first_years
                and years.get(_get_player(row), 0) >= (first_years[row.event_id] or 0)
            )
        )
    }


def _get_player(row: EventSignUp) -> int | None:
    """Return the player of a sign-up: the one that was entered, or that of the person."""
    return row.player_id or row.sign_up.player_id
