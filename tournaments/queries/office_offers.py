"""Open offers of offices: of a club, of a tournament, and to a user."""

from django.db.models import QuerySet

from matches.models import User
from tournaments.models import Club, OfficeOffer, Tournament
from tournaments.models.invitation import OfferState


def open_offers() -> QuerySet[OfficeOffer]:
    """Return every open offer with club and tournament."""
    return OfficeOffer.objects.filter(state=OfferState.OPEN).select_related(
        "club", "tournament__club", "tournament__desk", "by", "user"
    )


def offers_of_club(club: Club) -> QuerySet[OfficeOffer]:
    """Return the open offers of a club and its tournaments, latest first."""
    return open_offers().filter(club=club).order_by("-pk")


def offers_of_tournament(tournament: Tournament) -> QuerySet[OfficeOffer]:
    """Return the open offers of a tournament, latest first."""
    return open_offers().filter(tournament=tournament).order_by("-pk")


def offers_of_user(user: User) -> QuerySet[OfficeOffer]:
    """Return the open offers to an account, latest first."""
    return open_offers().filter(user=user.pk).order_by("-pk")
