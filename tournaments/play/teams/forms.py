"""Forms of entry types (players, pairs or teams), of teams and of line-ups."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.journal.team_facts import (
    ANYBODY,
    LAST_BOARD,
    MAX_BOARDS,
    MIN_BOARDS,
    PAIRS,
    PLAY_OFF,
    PLAYERS,
    POINTS,
    TEAMS,
    EntryType,
)
from tournaments.play.draws.plan_forms import MatchLengthsField
from tournaments.web.forms import CommandForm

# Joins several tie-breaks in one choice.
SEPARATOR = "+"
ENTRY_TYPES = [
    (PLAYERS, _("Singles")),
    (PAIRS, _("Doubles or consultation")),
    (TEAMS, _("Teams")),
]
TIES = [
    (SEPARATOR.join((POINTS, LAST_BOARD)), _("More points, then the winner of the last board")),
    (SEPARATOR.join((POINTS, PLAY_OFF)), _("More points, then an extra board")),
    (PLAY_OFF, _("An extra board")),
    (LAST_BOARD, _("The winner of the last board")),
    ("", _("The desk decides")),
]
DEFAULT_BOARDS = 4


class EntryTypeForm(forms.Form):
    """Entry type of a new event; the board fields apply to team events."""

    takes = forms.ChoiceField(
        label=_("Entry type"), choices=ENTRY_TYPES, widget=forms.RadioSelect, required=False
    )
    boards = forms.IntegerField(
        label=_("Boards of a team match"), min_value=MIN_BOARDS, max_value=MAX_BOARDS, required=False
    )
    board_lengths = MatchLengthsField(
        label=_("Points per board"),
        required=False,
        help_text=_(
            "Empty: the match length of the round on all boards. Or one match length per board: 9 7 7 5."
        ),
    )
    board_ties = forms.ChoiceField(
        label=_("Tied on boards in a knockout: decided by"), choices=TIES, required=False
    )

    @staticmethod
    def get_initial() -> dict[str, Any]:
        """Return initial values."""
        return {"takes": PLAYERS, "boards": DEFAULT_BOARDS, "board_ties": TIES[0][0]}

    @classmethod
    def get_initial_of_type(cls, entry_type: EntryType) -> dict[str, Any]:
        """Return the values of an event with an entry type."""
        if not entry_type.is_of_teams:
            return {**cls.get_initial(), "takes": entry_type.takes or PLAYERS}
        return {
            "takes": TEAMS,
            "boards": entry_type.boards,
            "board_lengths": " ".join(map(str, entry_type.lengths)),
            "board_ties": SEPARATOR.join(entry_type.ties),
        }

    def clean(self) -> dict[str, Any]:
        """Require as many lengths as boards, or none."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        boards, lengths = data.get("boards") or DEFAULT_BOARDS, data.get("board_lengths") or ()
        if data.get("takes") == TEAMS and lengths and len(lengths) != boards:
            self.add_error("board_lengths", _("Enter one number per board, or none."))
        return data

    def entry_type(self) -> EntryType | None:
        """Return the entry type as the journal records it, None for the default."""
        data = self.cleaned_data
        takes = data.get("takes") or ANYBODY
        if takes == ANYBODY:
            return None
        if takes != TEAMS:
            return EntryType(takes)
        ties = tuple(filter(None, data.get("board_ties", "").split(SEPARATOR)))
        return EntryType(TEAMS, data.get("boards") or DEFAULT_BOARDS, data.get("board_lengths") or (), ties)


class TeamNamesForm(CommandForm):
    """Teams to enter, one per line."""

    names = forms.CharField(max_length=60_000, widget=forms.Textarea)


class RosterForm(CommandForm):
    """Roster of a team, one player per line."""

    names = forms.CharField(label=_("Members in board order"), max_length=4_000, widget=forms.Textarea)


class OpenLineUpsForm(CommandForm):
    """The command to open both line-ups of a meeting; it has no fields of its own."""


class PlayOffForm(CommandForm):
    """The players of the extra board that decides a tied team match, by code."""

    white = forms.CharField(max_length=8)
    black = forms.CharField(max_length=8)


class LineUpForm(CommandForm):
    """The line-up of a team: "board-1" to "board-9", empty without a player."""

    entry = forms.IntegerField(min_value=1)

    def codes(self, boards: int) -> list[str]:
        """Return the codes of the first `boards` boards, "" for an empty one."""
        return [str(self.data.get(f"board-{board}", ""))[:8] for board in range(1, boards + 1)]


class StoredLineUpForm(forms.Form):
    """The stored line-up of a team, to compare it with the one a page has shown."""

    def __init__(self, codes: Sequence[str], members: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        for number, code in enumerate(codes, start=1):
            self.fields[f"board-{number}"] = forms.ChoiceField(
                label=gettext("Board %(number)s") % {"number": number}, choices=members, initial=code
            )
