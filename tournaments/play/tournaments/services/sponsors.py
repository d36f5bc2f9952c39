"""The logos of the sponsors of a tournament: add, change, move, remove, copy."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction
from django.utils import timezone

from matches.models import User
from rules.errors import Refusal
from tournaments.models import SponsorLogo, Tournament
from tournaments.models.sponsor import LOGO_BYTES, LONGEST_SPONSOR, LONGEST_SPONSOR_LINK
from tournaments.permissions import must_direct
from tournaments.play.tournaments.queries import sponsors as queries
from tournaments.play.tournaments.services.tournament_pages import lock_unarchived_tournament, save_change
from tournaments.web import uploaded_images

MOST_LOGOS = 8


@transaction.atomic
def add_logo(*, tournament: Tournament, upload: bytes, name: str, link: str, by: User) -> SponsorLogo:
    """Add the logo of a sponsor after the others, re-encoded from an uploaded image.

    A logo that the list has already, as after a button pressed twice, is returned as it is. Raises
    `tournament_archived`, `sponsors_full`, `sponsor_name_wrong`, `sponsor_link_wrong`, and the errors of
    `uploaded_images.make_logo`.
    """
    tournament, events = lock_unarchived_tournament(tournament, by)
    name, link = _clean(name, link)
    image = uploaded_images.make_logo(upload, LOGO_BYTES)
    logos = queries.list_logos(tournament)
    for logo in logos:
        if (logo.digest, logo.name, logo.link) == (image.digest, name, link):
            return logo
    if len(logos) >= MOST_LOGOS:
        raise Refusal("sponsors_full", most=MOST_LOGOS)
    logo = SponsorLogo.objects.create(
        tournament=tournament, place=len(logos) + 1, name=name, link=link, by=by, **asdict(image)
    )
    save_change(tournament, events, by)
    return logo


@transaction.atomic
def change_logo(*, logo: SponsorLogo, name: str, link: str, by: User) -> SponsorLogo:
    """Change the name and the link of a sponsor. Raises as `add_logo`, and `sponsor_removed`."""
    tournament, events = lock_unarchived_tournament(logo.tournament, by)
    logo = _get_locked(tournament, logo)
    name, link = _clean(name, link)
    values = {"name": name, "link": link, "by": by, "at": timezone.now()}
    SponsorLogo.objects.filter(pk=logo.pk).update(**values)
    save_change(tournament, events, by)
    return _get_locked(tournament, logo)


@transaction.atomic
def move_logo(*, logo: SponsorLogo, place: int, by: User) -> SponsorLogo:
    """Move a logo to a place of the list, the last one if the list is shorter. Raises `sponsor_removed`."""
    tournament, events = lock_unarchived_tournament(logo.tournament, by)
    logo = _get_locked(tournament, logo)
    others = [other for other in queries.list_logos(tournament) if other.pk != logo.pk]
    others.insert(min(max(place, 1), len(others) + 1) - 1, logo)
    _number_logos(others)
    save_change(tournament, events, by)
    return logo


@transaction.atomic
def remove_logo(*, logo: SponsorLogo, by: User) -> None:
    """Remove a logo. Raises `sponsor_removed`."""
    tournament, events = lock_unarchived_tournament(logo.tournament, by)
    _get_locked(tournament, logo).delete()
    _number_logos(queries.list_logos(tournament))
    save_change(tournament, events, by)


def copy_logos(*, original: Tournament, tournament: Tournament, by: User) -> None:
    """Give a copied tournament the logos of the original."""
    must_direct(by, tournament)
    for logo in SponsorLogo.objects.filter(tournament=original).order_by("place", "pk"):
        logo.pk, logo.tournament, logo.by = None, tournament, by
        logo.save(force_insert=True)


def _get_locked(tournament: Tournament, logo: SponsorLogo) -> SponsorLogo:
    row = queries.get_logo(tournament, logo.pk)
    if row is None:
        raise Refusal("sponsor_removed")
    return row


def _clean(name: str, link: str) -> tuple[str, str]:
    name, link = " ".join(name.split()), link.strip()
    if not name or len(name) > LONGEST_SPONSOR or not name.isprintable():
        raise Refusal("sponsor_name_wrong", most=LONGEST_SPONSOR)
    is_link = link.startswith("https://") and len(link.split()) == 1 and link.isprintable()
    if link and (not is_link or len(link) > LONGEST_SPONSOR_LINK):
        raise Refusal("sponsor_link_wrong", most=LONGEST_SPONSOR_LINK)
    return name, link


def _number_logos(logos: Sequence[SponsorLogo]) -> None:
    for place, logo in enumerate(logos, start=1):
        SponsorLogo.objects.filter(pk=logo.pk).update(place=place)
