"""The logos of the sponsors of a tournament: for its pages, its screens, its printouts and the overlay."""

from typing import Any

from django.urls import reverse

from matches.models import Match
from matches.registry import ShownLogo
from tournaments.models import SponsorLogo, Tournament

# On a screen and in the overlay of a stream.
MOST_ON_SCREENS = 4


def list_logos(tournament: Tournament) -> list[SponsorLogo]:
    """Return the logos in their order, without the bytes of their files. One query."""
    rows = SponsorLogo.objects.filter(tournament=tournament).defer("data")
    return list(rows.select_related("tournament__club", "by").order_by("place", "pk"))


def get_logo(tournament: Tournament, key: int) -> SponsorLogo | None:
    """Return a logo of a tournament by its key, or None."""
    return next((logo for logo in list_logos(tournament) if logo.pk == key), None)


def show_logos(tournament: Tournament) -> list[ShownLogo]:
    """Return the logos in their order as pages show them."""
    return [show_logo(logo) for logo in list_logos(tournament)]


def show_logo(logo: SponsorLogo) -> ShownLogo:
    """Return a logo as pages show it; its address changes with the file."""
    tournament = logo.tournament
    address = reverse("sponsor-logo", args=[tournament.club.slug, tournament.slug, logo.pk])
    return ShownLogo(f"{address}?v={logo.digest[:12]}", logo.name, logo.width, logo.height, logo.link)


def list_logos_of_match(match: Match) -> list[ShownLogo]:
    """Return the first logos of the tournament of a match, for the overlay of a stream."""
    tournament = Tournament.objects.select_related("club").filter(desk=match.desk_id).first()
    return [] if tournament is None or match.desk_id is None else show_logos(tournament)[:MOST_ON_SCREENS]


def get_version(tournament: Tournament) -> tuple[Any, ...]:
    """Return what changes with the logos, for an ETag. One query."""
    rows = SponsorLogo.objects.filter(tournament=tournament).order_by("place", "pk")
    return tuple(rows.values_list("pk", "name", "digest"))


def read_files(tournament: Tournament) -> list[bytes]:
    """Return the files of the logos in their order, for printouts. One query."""
    rows = SponsorLogo.objects.filter(tournament=tournament).order_by("place", "pk")
    return [bytes(data) for data in rows.values_list("data", flat=True)]
