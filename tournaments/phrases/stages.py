"""What is said when a plan, a stage or an act on a draw cannot stand."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STAGES: dict[str, str | Promise] = {
    "already_joined": _("Entry %(entry)s already plays in this stage."),
    "deadlines_impossible": _("%(rounds)s rounds do not fit into %(days)s days."),
    "division_too_small": _(
        "A division needs at least two players, and more than are promoted and relegated."
    ),
    "entry_has_played": _("Entry %(entry)s has already played. Withdraw it instead of replacing it."),
    "entry_plays": _("Entry %(entry)s has not been withdrawn there."),
    "entry_stays_out": _("Entry %(entry)s is not checked in, or is on the waiting list, so it is not drawn."),
    "feed_reversed": _(
        "The places or rounds that feed stage “%(stage)s” are impossible. Change them in the stages."
    ),
    "feed_twice": _("Losers would drop into two stages: “%(stage)s” and another one. Choose one of them."),
    "feed_unknown": _("Stage “%(stage)s” has no source of players. Choose one first."),
    "format_unknown": _("The format “%(format)s” is not available on this site."),
    "league_terms_wrong": _("A league has 1 to %(most)s divisions, each with its own name."),
    "line_twice": _("A player would be on two lines of the bracket."),
    "line_unknown": _("Entry %(entry)s is on no line of this bracket."),
    "no_further_knockout": _("No more mini brackets are open in this event."),
    "no_line_free": _("A late entry can no longer be added without undoing a result."),
    "not_a_league": _("This event is not a league."),
    "paired_twice": _("A player would be paired twice in round %(round)s."),
    "paired_without": _("A player would have neither a match nor a bye in round %(round)s."),
    "places_beyond_group": _(
        "The top %(last)s of each group cannot advance to “%(stage)s”: each group has only %(size)s players."
    ),
    "plan_empty": _("An event needs at least one stage."),
    "promotion_tied": _("Players are tied at the boundary of division %(division)s; a play-off decides."),
    "results_lost": _("Results already played would be lost. Correct them first, or choose another line."),
    "round_begun": _("Round %(round)s has begun, so its match length cannot change."),
    "round_open": _("Some matches have no result yet. Enter the results, then pair the next round."),
    "round_out_of_turn": _("Round %(round)s is not the next round."),
    "rounds_over": _("All %(rounds)s rounds have been paired."),
    "rounds_paired": _("%(paired)s rounds have already been paired."),
    "score_not_of_length": _("This score is not possible in a %(length)s-point match."),
    "scoring_unknown": _("The value of a win or a bye is not set in stage “%(stage)s”. Set it first."),
    "seed_unknown": _("There is no seed %(seed)s in this bracket."),
    "stage_ended": _("Stage “%(flight)s” has ended: no more rounds are paired and no players can join."),
    "stage_hangs": _("Stage “%(stage)s” is drawn together with the stage its players come from."),
    "stage_length": _("Matches are played to 1 to %(longest)s points."),
    "stage_needed": _("Other stages get their players from “%(stage)s”. Cancel those first."),
    "stage_not_added": _("The stages cannot continue with “%(what)s”."),
    "stage_not_parted": _(
        "“%(stage)s” cannot be split or merged: its players do not come directly from the entries."
    ),
    "stage_of_lines": _("The whole draw is made at once here. Put the player on a line of the bracket."),
    "stage_of_rounds": _("Each round is paired separately here. Let the player join from the next round."),
    "stage_open": _("Stage “%(stage)s” is waiting for results from the stage its players come from."),
    "stage_published": _("Stage “%(stage)s” is already published. Unpublish it before changing it."),
    "stage_twice": _("Stage “%(stage)s” is planned twice."),
    "stage_unknown": _("The stage “%(stage)s” is not planned."),
}
