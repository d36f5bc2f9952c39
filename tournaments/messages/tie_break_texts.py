"""Tie-breaks and performance ratings as text."""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.round_robin import ANNULLED, FORFEITED
from tournaments.standings.round_scores import FigurePart, TieBreakValue
from tournaments.standings.tiebreaks import TIE_BREAKS

HALF = Fraction(1, 2)

TIE_BREAK_TEXTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "score": (_("Score"), _("The player's points from all rounds, byes included.")),
    "wins": (_("Wins"), _("Matches won and full-point byes.")),
    "wins_played": (_("Wins over the board"), _("Matches won over the board.")),
    "points_for": (_("Points won"), _("Match points won, the winner's capped at the match length.")),
    "points_against": (_("Points lost"), _("Match points lost; fewer is better.")),
    "difference": (_("Difference"), _("Match points won minus match points lost.")),
    "points_share": (_("Point percentage"), _("Match points won as a share of the lengths played.")),
    "head_to_head": (
        _("Head to head"),
        _(
            "Score in the matches between the tied players; those still tied are compared again (figure in "
            "brackets). Counts only when all of them have met each other."
        ),
    ),
    "head_to_head_again": (
        _("Head to head again"),
        _("Score in the matches between those whom the tie-breaks before have left tied."),
    ),
    "playoff": (_("Play-off"), _("Tie-break matches.")),
    "cumulative": (_("Cumulative score"), _("Sum of the player's score after each round.")),
    "cumulative_cut_1": (
        _("Cumulative score, cut 1"),
        _("Sum of the player's score after each round, without the first."),
    ),
    "performance": (
        _("PR"),
        _("Mean of the performance ratings of the matches, of any engine; lower is better."),
    ),
    "lots": (_("Random order"), _("Random order from the published draw seed.")),
    "buchholz": (_("Buchholz"), _("Sum of the opponents' scores.")),
    "buchholz_cut_1": (_("Buchholz, cut 1"), _("Sum of the opponents' scores, without the lowest.")),
    "buchholz_cut_2": (_("Buchholz, cut 2"), _("Sum of the opponents' scores, without the two lowest.")),
    "median_1": (_("Median"), _("Sum of the opponents' scores, without the highest and the lowest.")),
    "median_2": (
        _("Median 2"),
        _("Sum of the opponents' scores, without the two highest and the two lowest."),
    ),
    "sonneborn_berger": (_("Sonneborn-Berger"), _("Sum of the scores of the opponents beaten.")),
    "koya": (_("Koya"), _("Score against opponents with at least half of the possible points.")),
    "strength_of_losses": (
        _("Strength of losses"),
        _("Sum of the wins of the opponents the player lost to."),
    ),
    "hundred": (
        _("Hundreds"),
        _("100 for a win, plus the difference in points; the loser loses the difference."),
    ),
    "pr_points": (_("Match and PR"), _("1 point for the match and 1 for the lower PR in it.")),
    "rounds_survived": (_("Rounds survived"), _("Rounds after which the player was still in.")),
    "lives_left": (_("Lives left"), _("Lives at the start, minus one for each match lost or missed.")),
}

# In team events the unit of a meeting is the board.
TEAM_TIE_BREAK_TEXTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "wins": (_("Wins"), _("Team matches won and full-point byes.")),
    "wins_played": (_("Wins over the board"), _("Team matches won over the board.")),
    "points_for": (_("Boards won"), _("Boards won in all team matches.")),
    "points_against": (_("Boards lost"), _("Boards lost in all team matches; fewer is better.")),
    "difference": (_("Board difference"), _("Boards won minus boards lost.")),
    "points_share": (_("Board percentage"), _("Boards won as a share of boards played.")),
    "hundred": (_("Hundreds"), _("100 for a team match won, plus the difference in boards.")),
}

PARTS: Mapping[str, str | Promise] = {
    "won": _("Round %(round)s: won against %(name)s"),
    "lost": _("Round %(round)s: lost to %(name)s"),
    "drawn": _("Round %(round)s: draw with %(name)s"),
    "shared": _("Round %(round)s: same number of wins as %(name)s"),
    "again_won": _("Tied players only, round %(round)s: won against %(name)s"),
    "again_lost": _("Tied players only, round %(round)s: lost to %(name)s"),
    "again_drawn": _("Tied players only, round %(round)s: level with %(name)s"),
    "again_shared": _("Tied players only, round %(round)s: as many wins as %(name)s"),
    "walkover_won": _("Round %(round)s: walk-over against %(name)s"),
    "walkover_lost": _("Round %(round)s: walk-over for %(name)s"),
    "ruled_won": _("Round %(round)s: win by ruling against %(name)s"),
    "ruled_lost": _("Round %(round)s: loss by ruling against %(name)s"),
    "bye": _("Round %(round)s: bye"),
    "half_bye": _("Round %(round)s: requested bye"),
    "away": _("Round %(round)s: no match"),
    "dummy": _("Round %(round)s: not played; the player's own score counts, up to a draw in every round"),
    "dummy_walkover": _(
        "Round %(round)s: walk-over; the player's own score counts, up to the score of %(name)s"
    ),
    "rest": _("Round %(round)s: rest round"),
    "open": _("Round %(round)s: match in progress"),
    "not_all_met": _("Not all of the tied players have met"),
    "cut": _("Round %(round)s: excluded"),
    "rated": _("Round %(round)s: PR against %(name)s"),
    "pr_lower": _("Round %(round)s: lower PR, %(own)s vs %(other)s for %(name)s"),
    "pr_higher": _("Round %(round)s: higher PR, %(own)s vs %(other)s for %(name)s"),
    "pr_equal": _("Round %(round)s: PR tied at %(own)s to %(other)s with %(name)s"),
    "pr_ruled": _("Round %(round)s: PR point awarded against %(name)s"),
    "lives": _("Lives at the start"),
    "left": _("Left the event"),
    "pr_missing": _("Round %(round)s: PR against %(name)s not known yet"),
}


def describe_tie_break(name: str, *, is_of_teams: bool = False) -> tuple[str, str]:
    """Return the name of a tie-break, as a column heading, and its description in one sentence."""
    heading, meaning = (TEAM_TIE_BREAK_TEXTS.get(name) if is_of_teams else None) or TIE_BREAK_TEXTS[name]
    return str(heading), str(meaning)


def describe_part(part: FigurePart, name: str) -> str:
    """Return the text of one part of a figure: round, opponent `name`, and both performance ratings if any.

    It says so if the opponent has another score in the table than the one that counts here.
    """
    ratings = dict(zip(("own", "other"), map(format_rating, part.prs), strict=False))
    text = str(PARTS[part.code]) % {"round": part.round, "name": name or gettext("no player"), **ratings}
    if part.opponent_score is None:
        return text
    sentence = gettext("%(part)s (score %(score)s; final rounds not paired count as draws)")
    return sentence % {"part": text, "score": format_figure("score", part.opponent_score)}


def describe_unplayed_rounds() -> str:
    """Return how rounds without a match count in the tie-breaks that add up the scores of opponents."""
    return gettext(
        "Rounds without a match: the final rounds for which an opponent was not paired (withdrawn, absent or "
        "requested bye) count as draws; a match already paired that the opponent lost by walk-over does not. "
        "A player's own round without a match counts as if against an opponent with the "
        "player's own score: after a walk-over at most the score of the absent opponent, after a bye or an "
        "absence at most a draw in every round."
    )


WITHDRAWALS: dict[str, str | Promise] = {
    ANNULLED: _("%(name)s withdrew after %(played)s of %(scheduled)s matches: all results are annulled."),
    FORFEITED: _(
        "%(name)s withdrew after %(played)s of %(scheduled)s matches: the results count, and the remaining "
        "matches are walk-overs."
    ),
}


def describe_withdrawal(name: str, matches: tuple[int, int], effect: str) -> str:
    """Return what became of the matches of a player who left a round robin; `matches`: played, scheduled."""
    return str(WITHDRAWALS[effect]) % {"name": name, "played": matches[0], "scheduled": matches[1]}


def format_rating(pr: Fraction) -> str:
    """Return a performance rating with three decimals, in the reader's format."""
    return number_format(round(float(pr), 3), decimal_pos=3)


def get_displayed_amount(name: str, amount: Fraction) -> Fraction:
    """Return the displayed value of a figure: without the sign of a negated one."""
    return -amount if TIE_BREAKS[name].is_negated else amount


def get_known_amount(name: str, amount: Fraction) -> Fraction | None:
    """Return the displayed value of a figure, None if it is not known: the PR of a player without any."""
    return None if amount == TIE_BREAKS[name].unknown else get_displayed_amount(name, amount)


def format_figure(name: str, amount: Fraction) -> str:
    """Return a figure for a column: integer, with a half, or with two decimals, in the reader's format."""
    is_unknown, amount = amount == TIE_BREAKS[name].unknown, get_displayed_amount(name, amount)
    if TIE_BREAKS[name].is_rating:
        return "–" if is_unknown else format_rating(amount)
    whole, rest = divmod(abs(amount), 1)
    sign = "−" if amount < 0 else ""
    if rest == 0:
        return f"{sign}{number_format(int(whole))}"
    if rest == HALF:
        return f"{sign}{number_format(int(whole)) if whole else ''}½"
    return f"{sign}{number_format(round(float(abs(amount)), 2), decimal_pos=2)}"


def describe_points(amount: Fraction) -> str:
    """Return the points of a round or a table: "1 point", "½ point", "1½ points"."""
    number = 1 if 0 < amount <= 1 else 2
    return ngettext("%(points)s point", "%(points)s points", number) % {
        "points": format_figure("score", amount)
    }


def format_value(value: TieBreakValue) -> str:
    """Return a value for a column: "1", "1 (0)" where the tied players were compared again, "–" for none."""
    if not value.is_decisive:
        return "–"
    again = "".join(f" ({format_figure(value.name, amount)})" for amount in value.again)
    return format_figure(value.name, value.amount) + again


RULINGS: Mapping[str, str | Promise] = {
    "white": _("PR point to the first player, by ruling"),
    "black": _("PR point to the second player, by ruling"),
    "half": _("PR point shared, by ruling"),
    "nobody": _("no PR point, by ruling"),
}


def ratings_text(white: str, black: str, ruling: str) -> str:
    """Return the text of a row about performance ratings: "4.250 – 5.100", a ruling, or their withdrawal."""
    if ruling in RULINGS:
        return str(RULINGS[ruling])
    if not white or not black:
        return gettext("import withdrawn")
    return f"{format_rating(Fraction(white))} – {format_rating(Fraction(black))}"
