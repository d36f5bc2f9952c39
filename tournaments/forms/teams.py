"""What an event takes, teams as they are typed, line-ups: shapes of forms; nothing here saves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.desk import Acting
from tournaments.forms.plans import Lengths
from tournaments.journal.formations import (
    ANYBODY,
    FEWEST,
    LAST_BOARD,
    MOST,
    PAIRS,
    PLAY_OFF,
    PLAYERS,
    POINTS,
    TEAMS,
    Formed,
)

BETWEEN = "+"
TAKES = [
    (PLAYERS, _("single players")),
    (PAIRS, _("pairs, for doubles or consultation")),
    (TEAMS, _("teams, at several boards")),
]
TIES = [
    (BETWEEN.join((POINTS, LAST_BOARD)), _("more points, then the winner of the last board")),
    (BETWEEN.join((POINTS, PLAY_OFF)), _("more points, then an extra board")),
    (PLAY_OFF, _("an extra board")),
    (LAST_BOARD, _("the winner of the last board")),
    ("", _("the desk decides")),
]
USUAL_BOARDS = 4


class Taking(forms.Form):
    """What an entry of a new event is; boards, their lengths and ties are asked where teams meet."""

    takes = forms.ChoiceField(label=_("Entry type"), choices=TAKES, widget=forms.RadioSelect, required=False)
    boards = forms.IntegerField(
        label=_("Boards of a team match"), min_value=FEWEST, max_value=MOST, required=False
    )
    board_lengths = Lengths(
        label=_("Points per board"),
        required=False,
        help_text=_("Empty: all boards as the round. Or one match length per board: 9 7 7 5."),
    )
    board_ties = forms.ChoiceField(
        label=_("Tied on boards in a knockout: decided by"), choices=TIES, required=False
    )

    @staticmethod
    def proposal() -> dict[str, Any]:
        """What the form says before anybody touches it."""
        return {"takes": PLAYERS, "boards": USUAL_BOARDS, "board_ties": TIES[0][0]}

    def clean(self) -> dict[str, Any]:
        """As many lengths as boards, or none."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        boards, lengths = data.get("boards") or USUAL_BOARDS, data.get("board_lengths") or ()
        if data.get("takes") == TEAMS and lengths and len(lengths) != boards:
            self.add_error("board_lengths", _("Enter one number per board, or none."))
        return data

    def formed(self) -> Formed | None:
        """What to tell the journal; nothing where nothing was said."""
        data = self.cleaned_data
        takes = data.get("takes") or ANYBODY
        if takes == ANYBODY:
            return None
        if takes != TEAMS:
            return Formed(takes)
        ties = tuple(filter(None, data.get("board_ties", "").split(BETWEEN)))
        return Formed(TEAMS, data.get("boards") or USUAL_BOARDS, data.get("board_lengths") or (), ties)


class TeamNames(Acting):
    """The box of teams, one on each line."""

    names = forms.CharField(max_length=60_000, widget=forms.Textarea)


class People(Acting):
    """The people of one team, one on each line."""

    names = forms.CharField(label=_("Members in board order"), max_length=4_000, widget=forms.Textarea)


class Opening(Acting):
    """Both line-ups are opened."""


class PlayOff(Acting):
    """Who plays one more board, by their codes."""

    white = forms.CharField(max_length=8)
    black = forms.CharField(max_length=8)


class LineUp(Acting):
    """Who sits at the boards of one team: "board-1" to "board-9", empty where nobody comes."""

    entry = forms.IntegerField(min_value=1)

    def codes(self, boards: int) -> list[str]:
        """The codes chosen for the first `boards` boards, "" where nobody was."""
        return [str(self.data.get(f"board-{board}", ""))[:8] for board in range(1, boards + 1)]
