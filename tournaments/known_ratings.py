"""The ratings by which a club knows its players, for draws, chances and telling people apart."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import Player
from matches.queries.people import canonical_key
from tournaments.journal.facts import HIGHEST_RATING
from tournaments.models import Entry, RatingChange, RatingList, Tournament
from tournaments.rating_systems import registry as systems
from tournaments.rating_systems.fibs import FIBS
from tournaments.rating_systems.parameters import Parameters
from tournaments.registry import stated_ratings


def parameters_of(rating_list: RatingList) -> Parameters:
    """Return the parameters of a list, with defaults of its system."""
    return systems.parameters(rating_list.system, rating_list.parameters)


def latest_changes(rows: QuerySet[RatingChange], players: Iterable[int]) -> QuerySet[RatingChange]:
    """Return the last of `rows` of each of `players` (keys)."""
    player_changes = rows.filter(player=OuterRef("pk")).order_by("-at", "-match")
    latest = Player.objects.filter(pk__in=players).values_list(
        Subquery(player_changes.values("pk")[:1]), flat=True
    )
    return RatingChange.objects.filter(pk__in=[key for key in latest if key is not None])


def current_changes(rating_list: RatingList) -> QuerySet[RatingChange]:
    """Return the current ledger rows of a list: of its edition, and not replaced."""
    return RatingChange.objects.filter(rating_list=rating_list, edition=rating_list.edition, replaced_in=None)


def all_current_changes() -> QuerySet[RatingChange]:
    """Return the current ledger rows of all lists."""
    return RatingChange.objects.filter(edition=F("rating_list__edition"), replaced_in=None)


def get_fibs_ratings(club: int, players: Iterable[Player]) -> dict[int, float]:
    """Return the rating of each player (by key) in the club's first list, on the scale of FIBS. Four queries.

    Unrated players are left out.
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


def get_entry_ratings(tournament: Tournament, players: Sequence[Player]) -> dict[int, int]:
    """Return the default rating of each player (by key) for seeding, rounded.

    It is the one of their entry in another event of the tournament, else the one stated in a sign-up, else
    that in the club's first list. A pair has the mean of its two ratings if both are rated. Unrated players
    are left out.
    """
    persons = {member.pk: member for player in players for member in player.members or (player,)}
    rating_by_person = get_fibs_ratings(tournament.club_id, persons.values())
    for ratings_of_app in stated_ratings(tournament, persons.values()):
        rating_by_person |= ratings_of_app
    rating_by_person |= _get_ratings_of_entries(tournament, persons)
    entry_ratings: dict[int, int] = {}
    for player in players:
        ratings_of_members = [
            rating_by_person[member.pk]
            for member in player.members or (player,)
            if member.pk in rating_by_person
        ]
        if ratings_of_members and len(ratings_of_members) == len(player.members or (player,)):
            entry_ratings[player.pk] = min(
                max(round(sum(ratings_of_members) / len(ratings_of_members)), 0), HIGHEST_RATING
            )
    return entry_ratings


def _get_ratings_of_entries(tournament: Tournament, players: Collection[int]) -> dict[int, int]:
    """Return the latest rating with which each of these players (by key) is entered in a tournament."""
    keys = Player.objects.filter(pk__in=players).values_list("pk", Coalesce("person__face", "pk"))
    rows = Entry.objects.filter(event__tournament=tournament, rating__gt=0).order_by("pk")
    ratings = dict(rows.values_list(canonical_key("player"), "rating"))
    return {player: ratings[person] for player, person in keys if person in ratings}
