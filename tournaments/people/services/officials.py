"""Officials of a tournament: appointed and dismissed by its directors."""

from django.db import transaction

from matches.actors import SYSTEM
from matches.models import User
from matches.services import desks
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Tournament
from tournaments.permissions import is_director, must_direct


@transaction.atomic
def appoint_official(*, tournament: Tournament, user: User, by: User) -> None:
    """Make a user an official of this tournament, as a club director.

    Raises `directors_only`, `official_already`.
    """
    check_may_appoint(by, tournament)
    if tournament.desk.officials.filter(pk=user.pk).exists():
        raise Refusal("official_already", name=user.get_username())
    desks.add_official(desk=tournament.desk, user=user, by=SYSTEM)
    about = {"evening": tournament.slug, "name": tournament.name}
    club_log.log_action(club=tournament.club, kind="official_named", by=by, user=user, about=about)


@transaction.atomic
def dismiss_official(*, tournament: Tournament, user: User, by: User) -> None:
    """Remove an official of this tournament. Raises `official_by_office` for a club director."""
    check_may_appoint(by, tournament)
    if is_director(user, tournament.club) and not user.is_superuser:
        raise Refusal("official_by_office", name=user.get_username())
    if tournament.desk.officials.filter(pk=user.pk).exists():
        desks.remove_official(desk=tournament.desk, user=user, by=SYSTEM)
        about = {"evening": tournament.slug, "name": tournament.name}
        club_log.log_action(club=tournament.club, kind="official_dismissed", by=by, user=user, about=about)


def check_may_appoint(by: User, tournament: Tournament) -> None:
    """Refuse ("directors_only") all but directors of the club."""
    must_direct(by, tournament)
    if not is_director(by, tournament.club):
        raise Refusal("directors_only", name=tournament.club.name)
