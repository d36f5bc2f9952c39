"""What is said when a plan, a stage or an act on a draw cannot stand."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STAGES: dict[str, str | Promise] = {
    "already_joined": _("Entry %(entry)s plays in this stage already."),
    "deadlines_impossible": _("%(rounds)s rounds do not fit into %(days)s days."),
    "division_too_small": _("A division needs more players than go up and down, and at least two."),
    "entry_has_played": _("Entry %(entry)s has played already. Withdraw it instead of replacing it."),
    "entry_plays": _("Entry %(entry)s has not been withdrawn there."),
    "entry_stays_out": _("Entry %(entry)s is not here, or on the waiting list, so it is not drawn."),
    "feed_reversed": _("The places or rounds that feed the stage “%(stage)s” are impossible."),
    "feed_twice": _("Players would drop to two places: to “%(stage)s” and to another stage."),
    "feed_unknown": _("It is not clear where the players of the stage “%(stage)s” come from."),
    "format_unknown": _("This house does not know the format “%(format)s”."),
    "league_terms_wrong": _("A league has from 1 to %(most)s divisions, each with a name of its own."),
    "line_twice": _("Somebody would stand on two lines of the draw."),
    "line_unknown": _("Entry %(entry)s stands on no line of this draw."),
    "no_further_knockout": _("No further knockout is open in this event."),
    "no_line_free": _("There is no line left on which a late player would undo no result."),
    "not_a_league": _("This event is no league."),
    "paired_twice": _("Somebody would be paired twice in round %(round)s."),
    "paired_without": _("Somebody who plays would have neither a board nor a bye in round %(round)s."),
    "places_beyond_group": _(
        "The best %(last)s of each group cannot go on to “%(stage)s”: a group has %(size)s players."
    ),
    "plan_empty": _("An event needs at least one stage."),
    "promotion_tied": _(
        "Players share the place at the line of division %(division)s. A play-off parts them."
    ),
    "results_lost": _(
        "Results would be lost that have been played. Correct them first, or choose another line."
    ),
    "round_begun": _("Round %(round)s has begun, so its matches keep their length."),
    "round_open": _("Some boards wait for a result still. Settle them, then pair the next round."),
    "round_out_of_turn": _("Round %(round)s is not the next one."),
    "rounds_over": _("All %(rounds)s rounds have been paired."),
    "rounds_paired": _("%(paired)s rounds have been paired already."),
    "score_not_of_length": _("This is no score of a match to %(length)s points."),
    "scoring_unknown": _("It is not clear what a win or a bye is worth in the stage “%(stage)s”."),
    "seed_unknown": _("There is no seed %(seed)s in this draw."),
    "stage_ended": _(
        "The stage “%(flight)s” has been ended: no further round is paired, and nobody joins it."
    ),
    "stage_hangs": _("The stage “%(stage)s” is drawn together with the one its players come from."),
    "stage_length": _("Matches go to 1 to %(longest)s points."),
    "stage_needed": _("Other stages get their players from “%(stage)s”. Give those up first."),
    "stage_not_added": _("The plan cannot go on with “%(what)s”."),
    "stage_not_parted": _(
        "“%(stage)s” cannot be parted or joined: its players do not come straight from the entries."
    ),
    "stage_of_lines": _("Here everything is drawn at once. Put the player on a line of the draw."),
    "stage_of_rounds": _("Here every round is paired anew. Let the player join from the next round."),
    "stage_open": _("The stage “%(stage)s” waits for results of the one its players come from."),
    "stage_published": _("The stage “%(stage)s” has been published. Undo that before you plan it anew."),
    "stage_twice": _("The stage “%(stage)s” is planned twice."),
    "stage_unknown": _("There is no stage “%(stage)s” in the plan."),
}
