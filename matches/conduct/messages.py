"""Messages of the ruling assistant: refusals, cases, fields, choices, settings."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

REFUSALS: dict[str, str | Promise] = {
    "case_field_wrong": _("“%(field)s” is missing or not valid."),
    "case_unknown": _("There is no case called “%(case)s”."),
    "continuation_impossible": _("The rule does not allow this continuation here."),
    "decision_missing": _("Choose how play continues, or write your decision."),
    "ruling_text_long": _("The text of a ruling can have at most %(most)s characters."),
    "conduct_rulings_many": _("A match can have at most %(most)s rulings."),
}

CASES: dict[str, Any] = {
    "dice": _("Cocked dice, or a die off the board"),
    "early_roll": _("Premature roll"),
    "illegal_play": _("Illegal play"),
    "changed_play": _("A player wants to change a play"),
    "double": _("Wrong double"),
    "left_over_cube": _("Cube not reset after the last game"),
    "setup": _("Checkers set up wrongly"),
    "checkers": _("Wrong number of checkers"),
    "score": _("Wrong score"),
    "length": _("Wrong match length"),
    "late": _("Late or absent player"),
    "clock": _("Time has run out"),
    "departure": _("Player leaves before the end"),
    "resignation": _("A game is resigned"),
}

FIELDS: dict[str, Any] = {
    "position": _("Position"),
    "after": _("Position after the play"),
    "start": _("Position the game began from"),
    "roll": _("Roll"),
    "early": _("The premature roll"),
    "landing_1": _("First die"),
    "landing_2": _("Second die"),
    "apart": _("The dice were not rolled together"),
    "lifted": _("The dice have been picked up"),
    "answered": _("The opponent has rolled or doubled since"),
    "doubler": _("Doubled by"),
    "reply": _("Answer to the double"),
    "played_on": _("There has been a roll since"),
    "rolls": _("Rolls made in this game"),
    "doubles": _("Doubles taken in this game"),
    "taker": _("Last double taken by"),
    "automatic": _("Automatic doubles in this game"),
    "moment": _("When it was noticed"),
    "ended": _("The game ended with"),
    "winner": _("Winner"),
    "ended_cube": _("Cube"),
    "length": _("Announced match length"),
    "played_to": _("Match length actually played"),
    "games": _("Points of each game"),
    "white": _("Recorded points of White"),
    "black": _("Recorded points of Black"),
}

HINTS: dict[str, Any] = {
    "position": _("XGID or another identifier, before the play or double; empty: the starting position."),
    "after": _("The position as the player left it (XGID, OGID or GNU ID)."),
    "start": _("XGID of the wrong set-up."),
    "roll": _("For example 31; empty: the roll in the position. Not needed when the dice are rolled again."),
    "early": _("For example 31. Not needed where it does not count."),
    "rolls": _("Total for both players."),
    "games": _("In order, White's as 2, Black's as -2, for example: 1 -2 4."),
}

LANDINGS: dict[str, Any] = {
    "flat": _("Flat on the right-hand side"),
    "cocked": _("A die is cocked"),
    "on_checker": _("A die is on a checker"),
    "off_board": _("A die left the board"),
    "wrong_half": _("A die is on the wrong side"),
}
REPLIES: dict[str, Any] = {
    "none": pgettext_lazy("answer to a double", "None yet"),
    "taken": pgettext_lazy("answer to a double", "Taken"),
    "dropped": pgettext_lazy("answer to a double", "Dropped"),
}
MOMENTS: dict[str, Any] = {
    "in_game": _("During the game"),
    "after_game": _("After the game"),
    "next_game": _("In the next game"),
    "recorded": _("After the result was recorded"),
}
SIDES: dict[str, Any] = {
    "white": pgettext_lazy("side", "White"),
    "black": pgettext_lazy("side", "Black"),
}
KINDS: dict[str, Any] = {
    "single": pgettext_lazy("game", "Single game"),
    "gammon": pgettext_lazy("game", "Gammon"),
    "backgammon": pgettext_lazy("game", "Backgammon"),
    "drop": pgettext_lazy("game", "Double refused"),
}

# The settings of a desk: label, rule, and what the rule texts say where they leave it open or disagree.
SETTINGS: dict[str, tuple[Any, str, Any]] = {
    "crawford": (
        _("Crawford rule"),
        "match.crawford",
        _("Used in match play everywhere; the Italian rules also call it the no-cube rule."),
    ),
    "holland": (
        _("Holland rule after the Crawford game"),
        "match.holland",
        _("An older tournament custom, seldom used today."),
    ),
    "dead_cube": (
        _("A double that cannot help the doubler"),
        "cube.dead",
        _("USBGF ruling guide 4.4.9: refused. Other rules leave it open."),
    ),
    "jacoby": (
        _("Jacoby rule"),
        "money.jacoby",
        _("An option of money play, not used in matches."),
    ),
    "beavers": (
        _("Beavers"),
        "money.beaver",
        _("An option of money play, not used in matches."),
    ),
    "automatic_doubles": (
        _("Automatic doubles"),
        "money.automatic",
        _("An option of money play, not used in matches."),
    ),
    "recorded_plays": (
        _("Illegal plays in match files"),
        "conduct.illegal-play",
        _(
            "An illegal play that the opponent accepted by rolling is an error in the match file, or "
            "is only noted."
        ),
    ),
    "illegal_plays": (
        _("Illegal plays at the table"),
        "conduct.illegal-play",
        _(
            "USBGF, UKBGF and WBGF 4.2 (legal moves): always corrected. Older US and Italian rules: the "
            "opponent chooses."
        ),
    ),
    "premature_rolls": (
        _("Premature rolls"),
        "conduct.premature-roll",
        _("US tournament rules 4.6 and UKBGF: valid. Le regole del Backgammon, 2.9: not valid."),
    ),
    "waives_premature": (
        _("A premature roll is valid when the play is forced or there is no contact"),
        "conduct.premature-roll",
        _("Usual where premature rolls are not valid: it makes no difference then."),
    ),
    "setup_turns": (
        _("Rolls after which a wrong set-up is final"),
        "conduct.setup",
        _("US tournament rules 4.7."),
    ),
    "dice_half": (
        _("Where the dice must land"),
        "conduct.dice",
        _(
            "WBGF 4.1 and US tournament rules: the half to the player's right. The Italian basic rules "
            "require only that the dice lie flat on the board."
        ),
    ),
}
# The headings of the form, and the settings below each.
SETTING_GROUPS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (
        _("Match rules"),
        ("crawford", "holland", "dead_cube", "jacoby", "beavers", "automatic_doubles"),
    ),
    (
        _("Rulings at the table"),
        ("illegal_plays", "premature_rolls", "waives_premature", "setup_turns", "dice_half"),
    ),
    (_("Match files"), ("recorded_plays",)),
)
OPTIONS: dict[str, Any] = {
    "allow": _("Allowed"),
    "note": _("Allowed, with a note"),
    "refuse": _("Refused"),
    "recorded_refuse": _("An error"),
    "recorded_condone": _("Accepted, with a note"),
    "condone_or_correct": _("The opponent chooses"),
    "correct": _("Always corrected"),
    "void": _("Not valid, rolled again in turn"),
    "stands": _("Valid; the opponent plays knowing the roll"),
    "right": _("On the half to the roller's right"),
    "either": _("On either half"),
}
DIFFERENCES: tuple[tuple[str | Promise, str], ...] = (
    (
        _(
            "Extra cube for the only taker: Le regole del Backgammon, 3.4, names no price; under the "
            "other Italian text the member pays a point for it. Chosen when a chouette is opened."
        ),
        "chouette.extras",
    ),
    (
        _(
            "Partita: in Le regole del Backgammon one game; in the Italian basic rules the match, made of "
            "giochi. Here incontro is the match and partita the game."
        ),
        "match.length",
    ),
    (
        _(
            "Direction of play: Le regole del Backgammon, 2.1, allows both; under the Italian basic "
            "rules the players agree, or the player with the higher die chooses."
        ),
        "board.checkers",
    ),
)
