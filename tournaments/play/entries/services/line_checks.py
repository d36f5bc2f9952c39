"""Why a list of the entry box cannot be entered as it is."""

from collections.abc import Sequence

from rules.errors import Refusal
from tournaments.messages.line_labels import make_label_refusal
from tournaments.models import Event
from tournaments.name_lists import entry_details
from tournaments.name_lists.entry_box import LineStatus
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entries.services import entry_types


def _check_chosen_once(lines: Sequence[entry_details.MatchedLine]) -> None:
    """Raise `line_person_twice` if two lines say by a code that they mean the same person."""
    earlier: dict[int, entry_details.MatchedLine] = {}
    for line in lines:
        if line.player is None or not line.about.person:
            continue
        if line.player in earlier:
            first = earlier[line.player]
            raise Refusal("line_person_twice", name=line.name, first=first.number, second=line.number)
        earlier[line.player] = line


def check_lines(lines: Sequence[entry_details.MatchedLine], event: Event) -> None:
    """Raise the refusal of the first line that prevents the whole list from being entered, if any."""
    _check_chosen_once(lines)
    wrong_line = next((line for line in lines if line.is_wrong), None)
    if wrong_line is None:
        return
    if wrong_line.standing is LineStatus.TOO_LONG:
        raise Refusal("name_too_long", longest=entry_details.LONGEST)
    if wrong_line.standing is LineStatus.NOT_TWO:
        raise Refusal("line_not_two", line=wrong_line.number, name=wrong_line.name)
    if wrong_line.standing is LineStatus.UNKNOWN_LABEL:
        raise make_label_refusal(wrong_line.name, wrong_line.about.unknown_label)
    if wrong_line.standing is LineStatus.NAMESAKES:
        keys = [player for _person, player in wrong_line.choices]
        choices = describe_namesakes(event.tournament.club_id, keys)
        raise Refusal("namesakes_unclear", name=wrong_line.name, choices="; ".join(choices.values()))
    if wrong_line.standing is LineStatus.NOT_TAKEN:
        raise entry_types.wrong_kind_refusal(event, wrong_line.name)
    raise Refusal("sits_already", player=wrong_line.sits[0], event=event.name)
