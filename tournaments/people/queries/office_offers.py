"""Open offers of offices: of a club, of a tournament, and to a user."""

from base64 import urlsafe_b64encode

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from matches.models import User
from tournaments.models import Club, OfficeOffer, Tournament
from tournaments.models.invitation import OfferState

TOKEN_BYTES = 20


def get_offer_token(offer: OfficeOffer) -> str:
    """Return the token of the link of an offer, derived from its key and the site's secret key."""
    content = f"{offer.pk} {offer.at.isoformat()}"
    digest = salted_hmac("crawford.office-offer", content, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def is_offer_token(offer: OfficeOffer, token: str) -> bool:
    """Return whether this is the token of the link of an offer."""
    return constant_time_compare(get_offer_token(offer), token)


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
