"""The people whom a line of the entry box may mean, though their names are spelled otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from matches.models import Player
from matches.names import add_distinction
from tournaments.models import Event
from tournaments.name_lists.entry_details import MatchedLine, mark_person, write_particulars
from tournaments.play.entrants.queries.entries import members_of
from tournaments.play.entrants.queries.namesakes import MemberNames, describe_namesakes


def list_same_people(
    *, event: Event, lines: Sequence[MatchedLine]
) -> Mapping[int, Sequence[tuple[str, str]]]:
    """Return for the place of each line of a similar name whom it may mean: the line that says so, and who.

    Of several members of a similar name each is listed. The line of a pair has none. Seven queries at most.
    """
    similar = {place: line for place, line in enumerate(lines) if line.near and not line.members}
    if not similar:
        return {}
    index = MemberNames(event.tournament.club_id, members_of(event))
    keys = {name: index.find(name) for line in similar.values() for name in line.near}
    namesakes = {key for each in keys.values() if len(each) > 1 for key in each}
    texts = describe_namesakes(event.tournament.club_id, namesakes) if namesakes else {}
    codes = dict(Player.objects.filter(pk__in=namesakes).values_list("pk", "code"))
    return {
        place: [
            option
            for name in line.near
            for option in _list_options(
                line, name, {key: texts[key] for key in keys[name] if key in texts}, codes
            )
        ]
        for place, line in similar.items()
    }


def _list_options(
    line: MatchedLine, name: str, namesakes: Mapping[int, str], codes: Mapping[int, str]
) -> list[tuple[str, str]]:
    text = write_particulars(name, replace(line.about, person="", is_another=False))
    if not namesakes:
        return [(text, name)]
    return [(mark_person(text, codes[key]), add_distinction(name, about)) for key, about in namesakes.items()]
