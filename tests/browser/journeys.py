"""The usual tasks of a weekend (journeys): how many taps, clicks or keys each takes, and may take.

The codes (J1, J1b and so on) are those of the table "Clicks, taps and keys" in docs/proofs.md.
"""

from typing import NamedTuple


class Journey(NamedTuple):
    """A task: what is done, the most taps it may take, those it takes, and the test module that counts
    them."""

    does: str
    most: int
    takes: int
    test_module: str


JOURNEYS = {
    "J1": Journey("31 pasted names, main, consolation and last chance: a published draw", 8, 7, "weekend"),
    "J1b": Journey("a result by its table: keys, and no click", 6, 6, "club_evening"),
    "J2": Journey("a player reports at the table", 4, 3, "weekend"),
    "J2 confirm": Journey("the other confirms", 1, 1, "weekend"),
    "J2b": Journey("a game is scored", 2, 2, "match_phones"),
    "J2b undo": Journey("and taken back", 1, 1, "match_phones"),
    "J3": Journey("“not right”, and one's own score", 4, 4, "weekend"),
    "J3 rule": Journey("the desk decides the dispute", 2, 1, "weekend"),
    "J4": Journey("a semi-final is corrected when two later matches have begun", 5, 5, "weekend"),
    "J4 undo": Journey("any act is undone", 1, 1, "weekend"),
    "J5": Journey("somebody comes after the draw", 3, 3, "weekend"),
    "J6": Journey("who does not come loses the match", 2, 2, "weekend"),
    "J6 both": Journey("neither comes", 2, 2, "weekend"),
    "J6 back": Journey("they come after all", 1, 1, "weekend"),
    "J7": Journey("a player leaves", 3, 3, "weekend"),
    "J7 instead": Journey("somebody of the waiting list plays instead", 2, 2, "late_players"),
    "J8 season": Journey("the evening counts in the standings", 0, 0, "club_evening"),
    "J8": Journey("a figure of the standings is explained", 1, 1, "club_evening"),
    "J8 csv": Journey("from the club's page to its standings as CSV", 2, 2, "club_evening"),
    "J8 merge": Journey("two spellings become one person", 3, 3, "spellings"),
    "J9": Journey("a player is found and stays followed", 2, 2, "visitor_pages"),
    "J10": Journey("a record is dropped and linked: after the drop", 1, 1, "match_phones"),
    "J11": Journey("a screen for the room", 1, 1, "weekend"),
    "J12": Journey("the event as one file", 1, 1, "weekend"),
    "J12 paper": Journey("how it stands on paper: a click or a shortcut", 1, 1, "weekend"),
    "J13": Journey("a round is called to screen and phones: a shortcut", 1, 1, "round_call"),
    "J13 slips": Journey("and its slips are printed: a shortcut", 1, 1, "round_call"),
    "J14": Journey("an entry fee is paid", 2, 2, "weekend"),
    "J14 all": Journey("everybody else has paid", 2, 2, "weekend"),
    "J14 prize": Journey("a prize is paid", 1, 1, "weekend"),
    "J15": Journey(
        "an empty site to a published tournament with open registration", 15, 10, "tournament_life"
    ),
    "J16": Journey("a player signs up for two events", 6, 5, "tournament_life"),
    "J17": Journey("the sign-ups become entries", 1, 1, "tournament_life"),
    "J18": Journey("a finished tournament is archived from the desk", 3, 2, "tournament_life"),
}


def took(journey: str, count: int) -> None:
    """Check that a journey took the documented number of taps, and not more than it may."""
    task = JOURNEYS[journey]
    assert count == task.takes <= task.most, f"{journey} ({task.does}) took {count}, at most {task.most}"
