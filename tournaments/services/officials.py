"""Officials of one tournament: who runs its desk without an office in the club."""

from django.db import transaction

from matches.actors import SYSTEM
from matches.models import User
from matches.services import desks
from rules.errors import Refusal
from tournaments.models import Tournament
from tournaments.permissions import is_director, must_direct
from tournaments.services import club_log


@transaction.atomic
def name_official(*, tournament: Tournament, user: User, by: User) -> None:
    """Let a user run this tournament; directors of the club alone say who does.

    Raises `directors_only`, `official_already`.
    """
    _must_appoint(by, tournament)
    if tournament.desk.officials.filter(pk=user.pk).exists():
        raise Refusal("official_already", name=user.get_username())
    desks.add_official(desk=tournament.desk, user=user, by=SYSTEM)
    about = {"evening": tournament.slug, "name": tournament.name}
    club_log.note(club=tournament.club, kind="official_named", by=by, user=user, about=about)


@transaction.atomic
def dismiss_official(*, tournament: Tournament, user: User, by: User) -> None:
    """A user runs this tournament no longer. A director of the club stays (`official_by_office`)."""
    _must_appoint(by, tournament)
    if is_director(user, tournament.club) and not user.is_superuser:
        raise Refusal("official_by_office", name=user.get_username())
    if tournament.desk.officials.filter(pk=user.pk).exists():
        desks.remove_official(desk=tournament.desk, user=user, by=SYSTEM)
        about = {"evening": tournament.slug, "name": tournament.name}
        club_log.note(club=tournament.club, kind="official_dismissed", by=by, user=user, about=about)


def _must_appoint(by: User, tournament: Tournament) -> None:
    must_direct(by, tournament)
    if not is_director(by, tournament.club):
        raise Refusal("directors_only", name=tournament.club.name)
