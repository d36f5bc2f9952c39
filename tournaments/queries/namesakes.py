"""Members of a club who share a name: their codes, and what tells them apart."""

from collections import Counter
from collections.abc import Collection, Mapping

from matches.models import Player
from matches.names import fold_name
from tournaments.entries_text import mark_person
from tournaments.models import Entry
from tournaments.queries.ratings import get_fibs_ratings


def get_namesake_codes(names: Mapping[int, str]) -> dict[str, int]:
    """Return code -> key of the players (key -> name) who share their name. No query if there are none."""
    counts = Counter(map(fold_name, names.values()))
    namesakes = [player for player, name in names.items() if counts[fold_name(name)] > 1]
    return dict(Player.objects.filter(pk__in=namesakes).values_list("code", "pk")) if namesakes else {}


def list_names_apart(players: Collection[Player]) -> list[str]:
    """Return the full names as lines of the entry box; those of namesakes with their codes."""
    counts = Counter(fold_name(player.full_name) for player in players)
    return [
        mark_person(player.full_name, player.code)
        if counts[fold_name(player.full_name)] > 1
        else player.full_name
        for player in players
    ]


def describe_namesakes(club: int, players: Collection[int]) -> dict[int, str]:
    """Return rating, club, country and last event of each player (by key), with the code."""
    rows = Player.objects.in_bulk(players)
    if not rows:
        return {}
    ratings = get_fibs_ratings(club, rows.values())
    entries = Entry.objects.filter(player__in=rows, event__tournament__club=club).order_by("pk")
    last_entries = {entry.player_id: entry for entry in entries.select_related("event__tournament")}
    return {
        key: ", ".join(filter(None, [_describe_entry(last_entries.get(key), ratings.get(key)), player.code]))
        for key, player in rows.items()
    }


def _describe_entry(entry: Entry | None, rating: float | None) -> str:
    parts = [str(round(rating)) if rating is not None else ""]
    if entry is not None:
        tournament = entry.event.tournament
        given_rating = str(entry.rating or "") if not parts[0] else ""
        event = f"{tournament.name} ({tournament.starts_at:%Y-%m-%d})"
        parts += [given_rating, entry.club, entry.country, event]
    return ", ".join(filter(None, parts))
