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
    main_spellings = dict(Player.objects.filter(pk__in=keys).values_list("pk", "person__face"))
    shown_players = {pk: shown_pk or pk for pk, shown_pk in main_spellings.items()}
    latest = latest_changes(current_changes(rating_list), set(shown_players.values()))
    rated = dict(latest.values_list("player", "after"))
    parameters = parameters_of(rating_list)
    scale = FIBS.spread / parameters.spread
    return {
        pk: FIBS.base + (rated[shown_pk] - parameters.base) * scale
        for pk, shown_pk in shown_players.items()
        if shown_pk in rated
    }


def ratings_at_entering(club: int, players: Sequence[Player]) -> dict[int, int]:
    """The rating each player (by key) is seeded by when nobody says another: his in the first list of a club,
    rounded; a pair has the middle of its two when both are rated. Unrated ones are left out."""
    persons = {member.pk: member for player in players for member in player.members or (player,)}
    rating_by_person = strengths(club, persons.values())
    entry_ratings: dict[int, int] = {}
    for player in players:
        rated = [
            rating_by_person[member.pk]
            for member in player.members or (player,)
            if member.pk in rating_by_person
        ]
        if rated and len(rated) == len(player.members or (player,)):
            entry_ratings[player.pk] = min(max(round(sum(rated) / len(rated)), 0), HIGHEST_RATING)
    return entry_ratings
