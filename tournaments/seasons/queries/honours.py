"""Honours of a club: titles, records and the review of a year."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date
from typing import NamedTuple

from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import ExtractYear
from django.utils.timezone import localdate

from matches.models import Match, Player
from matches.names import get_sort_key
from matches.queries.people import canonical_key, expand_pairs, get_canonical_player, get_members_of_pairs
from tournaments import known_ratings
from tournaments.formats.graph import LEAGUE, MAIN
from tournaments.models import (
    Club,
    Counted,
    Entry,
    Event,
    EventStatus,
    Pairing,
    PastEvening,
    PastPlace,
    TeamMember,
)
from tournaments.play.entrants.queries.participants import filter_participants
from tournaments.play.events.events import get_overview
from tournaments.play.events.played_days import get_day_played, played_at
from tournaments.ratings.queries import rating_tables, ratings


@dataclass(frozen=True, slots=True)
class Title:
    """An event won: its name, day and winner; `event` is None for an imported result."""

    name: str
    day: date
    player: Player
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class YearTitles:
    """The titles of one year, the latest first."""

    year: int
    titles: tuple[Title, ...]


@dataclass(frozen=True, slots=True)
class HonourCount:
    """A player and a number of matches or titles."""

    player: Player
    count: int


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Two players, and the matches each of them won."""

    players: tuple[Player, Player]
    won: tuple[int, int]

    @property
    def matches(self) -> int:
        """Return the number of matches."""
        return sum(self.won)


@dataclass(frozen=True, slots=True)
class RatingUpset:
    """A match won against a rating that was higher by `gap` points."""

    winner: Player
    loser: Player
    gap: float
    day: date
    match: str


@dataclass(frozen=True, slots=True)
class RecordBook:
    """The records of a club; None or empty if no player holds one."""

    most_titles: tuple[HonourCount, ...]
    most_matches: tuple[HonourCount, ...]
    longest_streak: tuple[HonourCount, ...]
    closest_rivals: tuple[Rivalry, ...]
    biggest_upset: RatingUpset | None


@dataclass(frozen=True, slots=True)
class Honours:
    """Titles by year, the latest first, and the record book."""

    years: tuple[YearTitles, ...]
    records: RecordBook


@dataclass(frozen=True, slots=True)
class RatingGain:
    """The rating a player gained in a year, and the number of rated matches."""

    player: Player
    gain: float
    matches: int


@dataclass(frozen=True, slots=True)
class YearReview:
    """The year of a club: `events` are those played to the end."""

    year: int
    events: int
    players: int
    matches: int
    titles: tuple[Title, ...]
    most_improved: RatingGain | None
    most_active: tuple[HonourCount, ...]


# Required of the closest rivals, and of the most improved player.
MIN_MEETINGS = 3
MIN_RATED_MATCHES = 3


class WonMatch(NamedTuple):
    """The keys of winner and loser of a match."""

    winner: int
    loser: int


def get_honours(club: Club) -> Honours:
    """Return the honours of a club. Seven queries at most."""
    titles = get_titles(club)
    by_year: defaultdict[int, list[Title]] = defaultdict(list)
    for title in titles:
        by_year[title.day.year].append(title)
    years = tuple(YearTitles(year, tuple(by_year[year])) for year in sorted(by_year, reverse=True))
    return Honours(years, _record_book(club, titles))


def get_titles(club: Club) -> list[Title]:
    """Return the events of a club with a sole winner, imported ones included, latest first.

    Each division of a league has a title of its own. Two queries, and one for the divisions of leagues.
    """
    entries = Entry.objects.filter(
        event__tournament__club=club,
        event__tournament__cancelled_at=None,
        event__cancelled_at=None,
        event__status=EventStatus.FINISHED,
        place_from=1,
        place_to=1,
    ).select_related("player__person__face", "event__tournament__club")
    imported_places = PastPlace.objects.filter(
        evening__batch__club=club, evening__batch__undone_at=None, flight=MAIN, first=1, last=1
    ).select_related("player__person__face", "evening")
    divisions = _name_divisions([entry for entry in entries if entry.event.is_league])
    titles = [_event_title(entry, divisions.get(entry.pk, "")) for entry in entries]
    titles += [
        Title(row.evening.name, row.evening.played_on, get_canonical_player(row.player))
        for row in imported_places
    ]
    return sorted(titles, key=lambda title: (title.day, title.name), reverse=True)


def _name_divisions(league_entries: Sequence[Entry]) -> dict[int, str]:
    """Return the names of the divisions of these entries of leagues, by key of the entry."""
    if not league_entries:
        return {}
    events_by_entry = {entry.pk: entry.event for entry in league_entries}
    pairings = Pairing.objects.filter(white_entry__in=events_by_entry) | Pairing.objects.filter(
        black_entry__in=events_by_entry
    )
    names = {}
    for flight, *keys in pairings.order_by("-flight").values_list("flight", "white_entry", "black_entry"):
        for key in keys:
            if key in events_by_entry and flight.startswith(LEAGUE):
                names[key] = get_overview(events_by_entry[key]).get_flight_name(flight)
    return names


def _event_title(entry: Entry, division: str) -> Title:
    event, tournament = entry.event, entry.event.tournament
    name = event.name if event.name == tournament.name else f"{tournament.name} · {event.name}"
    name = f"{name} · {division}" if division else name
    return Title(name, localdate(tournament.starts_at), get_canonical_player(entry.player), event)


def _record_book(club: Club, titles: Sequence[Title]) -> RecordBook:
    matches = _won_matches(club)
    played = Counter(player for match in matches for player in match)
    streaks = find_longest_streaks(matches)
    rivals = find_closest_rivals(matches)
    title_counts = Counter(title.player.pk for title in titles)
    holders = {*_leaders(played), *_leaders(streaks), *_leaders(title_counts)}
    players = Player.objects.in_bulk({*holders, *(one for pair, _ in rivals for one in pair)})
    return RecordBook(
        most_titles=_name_counts(title_counts, players),
        most_matches=_name_counts(played, players),
        longest_streak=_name_counts(streaks, players),
        closest_rivals=tuple(Rivalry((players[pair[0]], players[pair[1]]), won) for pair, won in rivals),
        biggest_upset=_biggest_upset(club),
    )


def _won_matches(club: Club) -> list[WonMatch]:
    """Return every rated singles match of a club in order. One query."""
    rows = ratings.rated_matches(club.pk, Counted.SINGLES.value).order_by("settled_at", "id")
    columns = rows.values_list(canonical_key("white"), canonical_key("black"), "winner")
    return [
        WonMatch(white, black) if winner == "white" else WonMatch(black, white)
        for white, black, winner in columns
    ]


def find_longest_streaks(matches: Iterable[WonMatch]) -> Counter[int]:
    """Return the longest winning streak of every player."""
    current: Counter[int] = Counter()
    longest: Counter[int] = Counter()
    for match in matches:
        current[match.winner] += 1
        current[match.loser] = 0
        longest[match.winner] = max(longest[match.winner], current[match.winner])
    return longest


def _leaders(counts: Counter[int]) -> list[int]:
    """Return the players with the highest count."""
    highest = max(counts.values(), default=0)
    return sorted(player for player, count in counts.items() if count == highest and count)


def _name_counts(counts: Counter[int], players: dict[int, Player]) -> tuple[HonourCount, ...]:
    rows = [HonourCount(players[key], counts[key]) for key in _leaders(counts)]
    return tuple(sorted(rows, key=lambda row: get_sort_key(row.player.name)))


def find_closest_rivals(matches: Iterable[WonMatch]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the pair of players whose results differ least, with the matches each won; [] without one.

    Among equal pairs, that with the most meetings.
    """
    meetings: Counter[tuple[int, int]] = Counter()
    for winner, loser in matches:
        meetings[winner, loser] += 1
    pairs = {(min(pair), max(pair)) for pair in meetings}
    frequent_pairs = [
        (pair, (meetings[pair], meetings[pair[::-1]]))
        for pair in sorted(pairs)
        if meetings[pair] + meetings[pair[::-1]] >= MIN_MEETINGS
    ]
    frequent_pairs.sort(key=lambda record: (abs(record[1][0] - record[1][1]), -sum(record[1]), record[0]))
    return frequent_pairs[:1]


def _biggest_upset(club: Club) -> RatingUpset | None:
    """Return the match won against the largest difference of ratings in the club's first list."""
    rating_list = rating_tables.rating_lists_of(club).first()
    if rating_list is None:
        return None
    changes = known_ratings.current_changes(rating_list)
    opponent = changes.filter(match=OuterRef("match"), player=OuterRef("opponent")).order_by()
    rows = changes.filter(won=True).annotate(opposed=Subquery(opponent.values("before")[:1]))
    rows = rows.annotate(gap=F("opposed") - F("before")).filter(gap__gt=0)
    related_rows = rows.select_related("player", "opponent", "match__pairing__event__tournament")
    row = related_rows.order_by("-gap", "at", "match").first()
    if row is None:
        return None
    gap = float(getattr(row, "gap", 0.0))
    return RatingUpset(row.player, row.opponent, gap, get_day_played(row.match), row.match.code)


def get_years(club: Club) -> list[int]:
    """Return the years in which a club has finished events or counted matches, the latest first."""
    rows = _matches_of_years(club).order_by()
    years = set(rows.annotate(year=ExtractYear(played_at())).values_list("year", flat=True).distinct())
    return sorted({*years, *(title.day.year for title in get_titles(club))}, reverse=True)


def _matches_of_years(club: Club) -> QuerySet[Match]:
    """Return the matches that a year counts: the rated ones, without those of cancelled events."""
    is_cancelled = Q(pairing__event__cancelled_at__isnull=False) | Q(
        pairing__event__tournament__cancelled_at__isnull=False
    )
    return ratings.rated_matches(club.pk, Counted.ALL.value).exclude(is_cancelled)


def get_year_review(club: Club, year: int) -> YearReview:
    """Return the review of a year: its events, matches, champions and most active players. Ten queries.

    Players are people: both of a pair, and all of a team. An imported tournament counts as an event.
    """
    titles = tuple(title for title in get_titles(club) if title.day.year == year)
    rows = _matches_of_years(club).annotate(played_at=played_at()).filter(played_at__year=year)
    sides = list(rows.order_by().values_list(canonical_key("white"), canonical_key("black")))
    played = Counter(player for pair in sides for player in pair)
    entries = (
        filter_participants(Entry.objects.all())
        .filter(
            event__tournament__club=club,
            event__tournament__cancelled_at=None,
            event__tournament__starts_at__year=year,
            event__cancelled_at=None,
            event__status=EventStatus.FINISHED,
        )
        .order_by()
    )
    finished = list(entries.values_list("event", canonical_key("player")))
    imported = PastEvening.objects.filter(batch__club=club, batch__undone_at=None, played_on__year=year)
    team_members = TeamMember.objects.filter(entry__in=entries).order_by()
    teams_and_members = list(team_members.values_list("entry__player", canonical_key("player")))
    players = {player for _, player in finished} | set(played) | {person for _, person in teams_and_members}
    people = expand_pairs(players - {team for team, _ in teams_and_members})
    return YearReview(
        year=year,
        events=len({event for event, _ in finished}) + imported.count(),
        players=len(people),
        matches=len(sides),
        titles=titles,
        most_improved=_most_improved(club, year),
        most_active=_find_most_active(played),
    )


def _find_most_active(played: Counter[int]) -> tuple[HonourCount, ...]:
    """Return the people with the most matches, alone and in pairs, by that of each player or pair."""
    members = get_members_of_pairs(played)
    by_person: Counter[int] = Counter()
    for player, count in played.items():
        for person in members.get(player, (player,)):
            by_person[person] += count
    return _name_counts(by_person, Player.objects.in_bulk(_leaders(by_person)))


def find_year_review(club: Club, year: int) -> YearReview | None:
    """Return the review of a year, or None without finished events and counted matches."""
    review = get_year_review(club, year) if MINYEAR <= year < MAXYEAR else None
    return review if review is not None and (review.events or review.matches or review.titles) else None


def _most_improved(club: Club, year: int) -> RatingGain | None:
    rating_list = rating_tables.rating_lists_of(club).first()
    if rating_list is None:
        return None
    rows = known_ratings.current_changes(rating_list).annotate(played_at=played_at("match__"))
    changes = rows.filter(played_at__year=year).order_by().values("player")
    gains = changes.annotate(gain=Sum(F("after") - F("before")), matches=Count("pk"), first=Min("pk"))
    row = gains.filter(matches__gte=MIN_RATED_MATCHES, gain__gt=0).order_by("-gain", "first").first()
    if row is None:
        return None
    player = Player.objects.get(pk=row["player"])
    return RatingGain(player, float(row["gain"]), row["matches"])
