"""What players are rated when they sit down: what the estimate of a match goes by."""

from collections.abc import Iterable, Sequence

from matches.models import Player
from tournaments.journal.entrants import HIGHEST_RATING
from tournaments.models import RatingList
from tournaments.queries.ratings import current_changes, latest_changes, parameters_of
from tournaments.ratings.fibs import FIBS


def strengths(club: int, players: Iterable[Player]) -> dict[int, float]:
    """The rating of each player (by key) in the first list of a club, by the scale of FIBS, in four queries.

    Those the list has not rated are left out; so is everybody where there is no list.
    """
    rating_list = RatingList.objects.filter(club=club).order_by("id").first()
    if rating_list is None:
        return {}
    keys = [player.pk for player in players]
    faces = dict(Player.objects.filter(pk__in=keys).values_list("pk", "person__face"))
    shown = {pk: face or pk for pk, face in faces.items()}
    latest = latest_changes(current_changes(rating_list), set(shown.values()))
    rated = dict(latest.values_list("player", "after"))
    parameters = parameters_of(rating_list)
    scale = FIBS.spread / parameters.spread
    return {
        pk: FIBS.base + (rated[face] - parameters.base) * scale for pk, face in shown.items() if face in rated
    }


def ratings_at_entering(club: int, players: Sequence[Player]) -> dict[int, int]:
    """The rating each player (by key) is seeded by when nobody says another: his in the first list of a club,
    rounded; a pair has the middle of its two when both are rated. Unrated ones are left out."""
    persons = {member.pk: member for player in players for member in player.members or (player,)}
    known = strengths(club, persons.values())
    found: dict[int, int] = {}
    for player in players:
        rated = [known[member.pk] for member in player.members or (player,) if member.pk in known]
        if rated and len(rated) == len(player.members or (player,)):
            found[player.pk] = min(max(round(sum(rated) / len(rated)), 0), HIGHEST_RATING)
    return found
