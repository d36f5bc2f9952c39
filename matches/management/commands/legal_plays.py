"""List the legal plays of positions: `manage.py legal_plays POSITION...`; needs no database."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches import messages
from matches.management.languages import LANGUAGE_CODES, choose_language
from rules.dice import format_dice
from rules.errors import Unreadable
from rules.formats.gnuid import position_id
from rules.formats.identifiers import read_match_position
from rules.plays import Play, legal_plays
from rules.position import Position


class Command(BaseCommand):
    """Exit code 0: every position was read; 2: a position could not be read, or has no dice."""

    help = str(gettext_lazy("Lists every legal play of a position and roll."))
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """POSITION..., --json, --language."""
        parser.add_argument(
            "positions",
            nargs="+",
            metavar="POSITION",
            help="a position with dice as XGID, OGID, GNU IDs or a Snowie line, or - for one a line on input",
        )
        parser.add_argument("--json", action="store_true", help="one object per position on one line")
        parser.add_argument("--language", choices=LANGUAGE_CODES, help="the language of the sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the plays of every position."""
        exit_code = 0
        with translation.override(choose_language(options["language"])):
            for text in _read_texts(options["positions"]):
                exit_code = max(exit_code, self._print_plays(text, as_json=options["json"]))
        if exit_code:
            sys.exit(exit_code)

    def _print_plays(self, text: str, *, as_json: bool) -> int:
        try:
            position, dice = _read_position_and_dice(text)
        except Unreadable as refusal:
            self._print_refusal(text, refusal, as_json=as_json)
            return 2
        plays = legal_plays(position, dice)
        lines = [json.dumps(_format_json(text, dice, plays))] if as_json else _format_text(text, dice, plays)
        for line in lines:
            self.stdout.write(line)
        return 0

    def _print_refusal(self, text: str, refusal: Unreadable, *, as_json: bool) -> None:
        message = messages.get_sentence(refusal.code, refusal.facts)
        if as_json:
            data = {"position": text, "code": refusal.code, "law": refusal.law, "sentence": message}
            self.stdout.write(json.dumps(data, ensure_ascii=False))
        else:
            self.stdout.write(f"{text}: {message}")


def _read_texts(arguments: list[str]) -> Iterable[str]:
    for text in arguments:
        if text == "-":
            yield from (line.strip() for line in sys.stdin if line.strip())
        else:
            yield text


def _read_position_and_dice(text: str) -> tuple[Position, tuple[int, int]]:
    game_state = read_match_position(text)
    if game_state.position is None or game_state.dice is None:
        raise Unreadable("unreadable", line=1, column=1, expected="two dice")
    return game_state.position, game_state.dice


def _format_json(text: str, dice: tuple[int, int], plays: tuple[Play, ...]) -> dict[str, Any]:
    """Return the plays of a position for JSON; the position after a play is from the opponent's view."""
    return {
        "position": text,
        "dice": format_dice(dice),
        "plays": [{"play": play.notation(), "position": position_id(play.after)} for play in plays],
    }


def _format_text(text: str, dice: tuple[int, int], plays: tuple[Play, ...]) -> Iterable[str]:
    yield text
    if not plays:
        yield "  " + _("No number of %(dice)s can be played.") % {"dice": format_dice(dice)}
        return
    count = ngettext("%(count)s legal play of %(dice)s", "%(count)s legal plays of %(dice)s", len(plays))
    yield "  " + count % {"count": len(plays), "dice": format_dice(dice)}
    width = max(len(play.notation()) for play in plays)
    for play in plays:
        yield f"  {play.notation():{width}}  {position_id(play.after)}"
