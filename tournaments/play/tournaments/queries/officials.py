"""Officials of a tournament."""

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Membership, Role, Tournament


def officials_of(tournament: Tournament) -> list[tuple[User, bool]]:
    """Return the officials of a tournament by username, and whether each is a director of the club.

    Two queries.
    """
    directors = set(
        Membership.objects.filter(club=tournament.club_id, role=Role.DIRECTOR).values_list("user", flat=True)
    )
    return [
        (user, user.pk in directors)
        for user in tournament.desk.officials.select_related("player").order_by("username")
    ]


def get_official(tournament: Tournament, username: str) -> User:
    """Return the official with this username. Raises `not_an_official`."""
    official = tournament.desk.officials.filter(username=username.strip()).first()
    if official is None:
        raise Refusal("not_an_official", name=username.strip())
    return official
