"""Offers of offices: those that are open in a club, at a tournament, and to an account."""

from django.db.models import QuerySet

from matches.models import User
from tournaments.models import Club, OfficeOffer, Tournament
from tournaments.models.office_offer import OfferState


def open_offers() -> QuerySet[OfficeOffer]:
    """Every open offer with its club and tournament."""
    return OfficeOffer.objects.filter(state=OfferState.OPEN).select_related(
        "club", "tournament__club", "tournament__desk", "by", "user"
    )


def offers_of_club(club: Club) -> QuerySet[OfficeOffer]:
    """Open offers of a club, its tournaments included, the latest first."""
    return open_offers().filter(club=club).order_by("-pk")


def offers_of_tournament(tournament: Tournament) -> QuerySet[OfficeOffer]:
    """Open offers at one tournament, the latest first."""
    return open_offers().filter(tournament=tournament).order_by("-pk")


def offers_to(user: User) -> QuerySet[OfficeOffer]:
    """What an account is offered, the latest first."""
    return open_offers().filter(user=user.pk).order_by("-pk")
