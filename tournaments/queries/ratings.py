"""What rating reads: a club's settled results in order, and where its lists stand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple, cast

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.models import Match, Player
from matches.queries.people import canonical_key
from matches.spellings import Kind
from matches.states import Status
from tournaments.exchange.trf_event import ONE_POINT
from tournaments.models import CasualMatch, Counted, Pairing, PastResult, RatingChange, RatingList
from tournaments.ratings import systems
from tournaments.ratings.figures import Parameters, Standing
from tournaments.ratings.ledger import RATED_ENDINGS, Result
from tournaments.registry import match_club_lookups

SIDES = ("white", "black")
PERSON, PAIR = Kind.PERSON.value, Kind.PAIR.value
KINDS = {
    Counted.SINGLES: [PERSON],
    Counted.PAIRS: [PAIR],
    Counted.MEMBERS: [PAIR],
    Counted.ALL: [PERSON, PAIR],
}
# Whose doubles move the persons and not the pair.
BY_PERSON = (Counted.MEMBERS.value, Counted.ALL.value)
ORDER = ("at", "match", "-won", "player")
# A setting of events that began with a report of another program.
FROM_REPORT = "from_report"


class Point(NamedTuple):
    """A place in the order of results: when the match was settled, then its key."""

    at: datetime
    match: int


class DatedResult(NamedTuple):
    """A result and its place in the order."""

    point: Point
    result: Result


def parameters_of(rating_list: RatingList) -> Parameters:
    """The constants of a list; what it does not name has the default of its system."""
    return systems.parameters(rating_list.system, rating_list.parameters)


def results_of(rating_list: RatingList, start: Point | None, limit: int | None = None) -> list[DatedResult]:
    """The results a list counts in order, from `start` on (None: from the first), no more than `limit`."""
    counts, ladders = rating_list.counts, rating_list.ladders
    return results_from(rating_list.club_id, start, counts, ladders=ladders, limit=limit)


def results_from(
    club_id: int,
    start: Point | None,
    counts: str = Counted.SINGLES.value,
    *,
    ladders: bool = False,
    limit: int | None = None,
) -> list[DatedResult]:
    """The same for what a list would count."""
    matches = rated_matches(club_id, counts, ladders=ladders)
    if start is not None:
        matches = matches.filter(_at_or_after(start, "settled_at", "id"))
    by_person = counts in BY_PERSON
    rows = matches.order_by("settled_at", "id").values_list(
        *("id", "settled_at", canonical_key("white"), canonical_key("black"), "winner", "length", "ending"),
        *(
            (canonical_key(f"{side}__{seat}") for side in SIDES for seat in ("first", "second"))
            if by_person
            else ()
        ),
    )
    dated_results = (_dated(*row) for row in (rows[:limit] if limit else rows).iterator(chunk_size=2000))
    return [each for each in dated_results if set(each.result.winners).isdisjoint(each.result.losers)]


def rated_matches(
    club_id: int, counts: str = Counted.SINGLES.value, *, ladders: bool = False
) -> QuerySet[Match]:
    """Every match of a club that its lists count: those of its events, casual ones opened to be rated, those
    of earlier years, and of its `ladders` where a list says so; `counts` says whether of one against one or
    of pairs.

    A report of another program tells who won and not over how many points: its results stand as matches to
    one point, which nobody played and no list counts.
    """
    stand_ins = Q(length=ONE_POINT, **{f"pairing__event__settings__{FROM_REPORT}": True})
    played = Pairing.objects.filter(event__tournament__club=club_id, match__isnull=False).values("match")
    casual = CasualMatch.objects.filter(club=club_id, is_rated=True).values("match")
    past = PastResult.objects.filter(evening__batch__club=club_id, evening__batch__undone_at=None)
    more = [casual.order_by(), past.order_by().values("match")]
    if ladders:
        more += [
            Match.objects.filter(**{lookup: club_id}).order_by().values(match=F("pk"))
            for lookup in match_club_lookups
        ]
    kinds = KINDS[Counted(counts)]
    return Match.objects.filter(
        white__kind__in=kinds,
        black__kind__in=kinds,
        pk__in=played.order_by().union(*more),
        status=Status.SETTLED.value,
        ending__in=RATED_ENDINGS,
    ).exclude(stand_ins)


def changes_from(
    rating_list: RatingList, start: Point | None, limit: int | None = None
) -> list[RatingChange]:
    """The current ledger rows of a list in order, winners before losers, from `start` on."""
    rows = current_changes(rating_list) if start is None else changes_at_or_after(rating_list, start)
    return list(rows.order_by(*ORDER)[:limit])


def standings_before(
    rating_list: RatingList, start: Point | None, players: Iterable[int]
) -> dict[int, Standing]:
    """The checkpoint: where each of `players` stood just before `start` (None: before the first result).

    Newcomers without a starting rating are left out.
    """
    starting = starting_standings(rating_list.starting_ratings, parameters_of(rating_list))
    if start is None:
        return starting
    player_ids = set(players)
    earlier = current_changes(rating_list).exclude(_at_or_after(start, "at", "match"))
    latest = {change.player_id: standing_after(change) for change in latest_changes(earlier, player_ids)}
    return {player: standing for player, standing in starting.items() if player in player_ids} | latest


def starting_standings(ratings: Mapping[str, float], constants: Parameters) -> dict[int, Standing]:
    """Where players stand before their first match, by the starting ratings of their codes."""
    shown_player = Coalesce("person__face", "pk")
    players = (
        Player.objects.filter(code__in=ratings).order_by("pk").values_list("code", shown_player)
        if ratings
        else ()
    )
    return {player: replace(constants.newcomer(), rating=float(ratings[code])) for code, player in players}


def latest_changes(rows: QuerySet[RatingChange], players: Iterable[int]) -> QuerySet[RatingChange]:
    """The last of `rows` of each of `players`, found through the index and not by reading them all."""
    player_changes = rows.filter(player=OuterRef("pk")).order_by("-at", "-match")
    latest = Player.objects.filter(pk__in=players).values_list(
        Subquery(player_changes.values("pk")[:1]), flat=True
    )
    return RatingChange.objects.filter(pk__in=[key for key in latest if key is not None])


def current_changes(rating_list: RatingList) -> QuerySet[RatingChange]:
    """The rows of a list that stand today."""
    return RatingChange.objects.filter(rating_list=rating_list, edition=rating_list.edition, replaced_in=None)


def standing_changes() -> QuerySet[RatingChange]:
    """The same of every list at once."""
    return RatingChange.objects.filter(edition=F("rating_list__edition"), replaced_in=None)


def changes_at_or_after(rating_list: RatingList, start: Point) -> QuerySet[RatingChange]:
    """The current rows of a list from `start` on."""
    return current_changes(rating_list).filter(_at_or_after(start, "at", "match"))


def point_of_match(rating_list: RatingList, match_id: int) -> Point | None:
    """The first place in the order that a match holds or held in a list; None when it never counted."""
    fact = (
        rated_matches(rating_list.club_id, rating_list.counts, ladders=rating_list.ladders)
        .filter(pk=match_id)
        .values_list("settled_at", flat=True)
    )
    stored = current_changes(rating_list).filter(match=match_id).values_list("at", flat=True)
    places = [at for at in (fact.first(), stored.first()) if at is not None]
    return Point(min(places), match_id) if places else None


def lists_touched_by(match_id: int) -> QuerySet[RatingList]:
    """The lists of the club a match belongs to, and those that have counted it."""
    # Each by a subquery of its own: joined, the database would look through every pairing of the house.
    of_match_club = Q(club__in=Pairing.objects.filter(match=match_id).values("event__tournament__club"))
    of_match_club |= Q(club__in=CasualMatch.objects.filter(match=match_id, is_rated=True).values("club"))
    of_match_club |= Q(club__in=PastResult.objects.filter(match=match_id).values("evening__batch__club"))
    for lookup in match_club_lookups:
        of_match_club |= Q(ladders=True, club__in=Match.objects.filter(pk=match_id).values(lookup))
    counting_match = Q(pk__in=standing_changes().filter(match=match_id).values("rating_list"))
    return RatingList.objects.filter(
        pk__in=RatingList.objects.filter(of_match_club | counting_match).values("pk")
    )


def lists_of_people(players: Iterable[int]) -> QuerySet[RatingList]:
    """The lists of the clubs in whose events, or at whose desk, any of these players has a match."""
    player_ids = list(players)
    matches = Match.objects.filter(Q(white__in=player_ids) | Q(black__in=player_ids))
    played = RatingList.objects.filter(club__tournaments__events__pairings__match__in=matches)
    casual = RatingList.objects.filter(
        club__in=CasualMatch.objects.filter(match__in=matches, is_rated=True).values("club")
    )
    past = RatingList.objects.filter(club__past_imports__evenings__results__match__in=matches)
    other = [
        RatingList.objects.filter(
            ladders=True, club__in=matches.filter(**{f"{lookup}__isnull": False}).values(lookup)
        )
        for lookup in match_club_lookups
    ]
    any_of = Q()
    for rating_lists in (played, casual, past, *other):
        any_of |= Q(pk__in=rating_lists.values("pk"))
    return RatingList.objects.filter(any_of).order_by("pk")


def standing_after(change: RatingChange) -> Standing:
    """Where a ledger row leaves its player."""
    explanation = change.explanation
    return Standing(
        change.after,
        change.experience + explanation["length"],
        explanation.get("deviation_after", 0.0),
        explanation.get("volatility_after", 0.0),
        explanation.get("day", 0),
    )


def _dated(
    match: int,
    at: datetime | None,
    white: int,
    black: int,
    winner: str,
    length: int,
    ending: str,
    *members: int,
) -> DatedResult:
    won, lost = (white, black) if winner == "white" else (black, white)
    # The persons of two pairs: those of White, then those of Black; none where somebody sits alone.
    pairs = [tuple(sorted(pair)) if all(pair) else () for pair in (members[:2], members[2:])]
    winners, losers = pairs if winner == "white" else pairs[::-1]
    # The database keeps a time with every settled match.
    moment = cast(datetime, at)
    day = moment.astimezone(UTC).toordinal()
    return DatedResult(Point(moment, match), Result(match, won, lost, length, ending, day, winners, losers))


def _at_or_after(start: Point, at: str, match: str) -> Q:
    return Q(**{f"{at}__gt": start.at}) | Q(**{at: start.at, f"{match}__gte": start.match})
