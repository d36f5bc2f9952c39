"""What the checker finds, in words: one sentence for each kind of finding, and the promises by number."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CHECKING: dict[str, str | Promise] = {
    "board_of_nobody": _("Board %(pairing)s has a result, but a team has nobody there."),
    "board_ruled": _("Board %(pairing)s was ruled; only a whole meeting can be."),
    "boards_impossible": _("A meeting cannot have %(boards)s boards."),
    "formed_after_entries": _("What an entry is was said after somebody was entered."),
    "left_while_lined_up": _("Somebody left team %(entry)s who sits in the line-up of %(pairing)s."),
    "line_up_of_strangers": _("The line-up of %(pairing)s has somebody of no team or of another one."),
    "line_up_of_wrong_size": _("The line-up of %(pairing)s does not have %(boards)s boards."),
    "manned_nobody": _("People were put into entry %(entry)s, which is no team here."),
    "seat_changed_after_play": _("Somebody else was put at board %(pairing)s after it was played."),
    "team_member_twice": _("Somebody is in team %(entry)s and in another one, or there twice."),
    "twice_in_a_line_up": _("Somebody sits at two boards of %(pairing)s."),
    "at_two_tables": _("Entry %(entry)s sits at two tables."),
    "bye_meets_bye": _("Two byes meet in the draw of %(flight)s."),
    "bye_not_with_the_seeds": _("The byes of %(flight)s are not with the first seeds."),
    "bye_won": _("A bye has won %(pairing)s."),
    "corrected_unsettled": _("%(pairing)s was corrected before it had a result."),
    "correction_refused": _("A correction of %(pairing)s was refused."),
    "described_nobody": _("Particulars were written of somebody who is not entered."),
    "entered_twice": _("Entry %(entry)s or its player came in twice."),
    "file_not_canonical": _("The file is not written the canonical way."),
    "fold_not_repeatable": _("Folding the journal twice gave two states."),
    "line_out_of_order": _("This line stands where line %(expected)s should be."),
    "line_unknown": _("Nobody knows a line of the kind “%(kind)s”."),
    "line_unreadable": _("This line of the kind “%(kind)s” cannot be read."),
    "lines_not_by_lots": _("The lines of %(flight)s are not what the seed gives."),
    "met_himself": _("At %(pairing)s entry %(entry)s meets himself."),
    "not_everybody_drawn": _("The draw of %(flight)s does not hold everybody once."),
    "noted_nobody": _("Somebody who is not entered was noted as here or away."),
    "nothing_can_be_played": _("Something is undecided, but nothing can be played."),
    "own_act_refused": _("A line of the kind “%(kind)s” that was worked out here was refused."),
    "pairing_missing_or_invented": _("Pairing %(pairing)s is missing, or was invented."),
    "pairing_shown_twice": _("A pairing is shown twice."),
    "pairing_unknown": _("There is no pairing %(pairing)s."),
    "places_do_not_add_up": _("The final places do not add up."),
    "published_undrawn": _("Something was published before there was a draw."),
    "redo_not_exact": _("Doing line %(line)s again did not bring back what it had done."),
    "reinstated_nobody": _("Entry %(entry)s came back without having left."),
    "reinstating_changed_the_past": _("At %(pairing)s something changed because somebody came back."),
    "reopened_unsettled": _("%(pairing)s was reopened before it had a result."),
    "result_ending_wrong": _("The result of %(pairing)s ended in no lawful way."),
    "result_lost_unchosen": _("The result of %(pairing)s changed without anybody deciding so."),
    "result_refused": _("A result of %(pairing)s was refused though both players sat there."),
    "result_score_wrong": _("The score of %(pairing)s is impossible for the length of the match."),
    "result_winner_wrong": _("The winner of %(pairing)s does not fit how it ended."),
    "seal_broken": _("The seal is broken: the file was changed after it was written."),
    "seed_not_promised": _("The seed of %(flight)s is not the one that was promised."),
    "settled_though_decided": _("%(pairing)s was settled though nobody had to play there."),
    "settled_twice": _("%(pairing)s was settled twice."),
    "settled_unpublished": _("%(pairing)s was settled before its draw was published."),
    "table_taken_twice": _("Two matches are at table %(table)s."),
    "told_unreadable": _("What the file says was shown cannot be read."),
    "twice_in_a_round": _("Entry %(entry)s sits twice in round %(round)s of %(flight)s."),
    "undo_not_exact": _("Undoing line %(line)s did not bring back what was before it."),
    "undo_refused": _("Undoing line %(line)s was refused."),
    "undoes_nothing": _("This line undoes line %(line)s, which was not there to be undone."),
    "waits_in_a_draw": _("Entries %(entries)s wait for a place though they are in a draw."),
    "withdrawal_changed_the_past": _("The withdrawal of entry %(entry)s changed the past."),
    "withdrawal_of_nobody": _("Entry %(entry)s left without being there."),
    "wrong_places": _("Entry %(entry)s is shown at the places %(given)s; right would be %(expected)s."),
    "wrong_players": _("The players at %(pairing)s are not those who belong there."),
    "wrong_seats": _("At %(pairing)s sit %(given)s; by the draw it is %(expected)s."),
    "wrong_winner": _("%(pairing)s is shown as won by %(given)s; right would be %(expected)s."),
    "substituted_after_play": _("Entry %(entry)s has played before somebody else took his place."),
    "published_stage_replanned": _("%(flight)s was planned anew after it was published."),
    "drawn_again_after_publishing": _("%(flight)s was drawn again after it was published."),
    "line_of_nobody": _("Entry %(entry)s stands in %(flight)s without playing there."),
    "twice_on_the_lines": _("Somebody stands on two lines of %(flight)s."),
    "round_out_of_turn": _("Round %(round)s of %(flight)s was paired out of its turn."),
    "lengthened_after_play": _("Round %(round)s of %(flight)s got another length after it was played."),
    "left_out_of_a_round": _("Somebody is missing from round %(round)s of %(flight)s."),
    "met_again": _("In round %(round)s of %(flight)s people met again who need not have."),
    "forbidden_pair": _("In round %(round)s of %(flight)s a forbidden pair met."),
    "byes_too_many": _("%(flight)s gave more byes than it had to."),
    "bye_twice": _("Entry %(entry)s had a bye already when round %(round)s of %(flight)s gave it one."),
    "bye_not_lowest": _("The bye of round %(round)s of %(flight)s did not go to the lowest score."),
    "paired_too_early": _("Round %(round)s of %(flight)s was paired with results missing."),
    "missing_from_table": _("The table of %(flight)s does not list everybody once."),
    "wrong_figure": _(
        "In %(flight)s entry %(entry)s is shown with %(name)s %(given)s; right would be %(expected)s."
    ),
    "drawn_too_near": _(
        "In the draw of %(flight)s entry %(entry)s would stand farther from its own by changing places with"
        " %(other)s."
    ),
    "particulars_moved_somebody": _("What was told about people moved somebody in a draw."),
    "waiting_misjudged": _(
        "Somebody in a draw was put on the waiting list, or somebody outside could not be."
    ),
    "placed_not_once": _("Somebody is not placed once in the next season."),
    "who_left_is_placed": _("Somebody who left is placed in the next season, or somebody who stays is not."),
    "moved_too_far": _("Somebody moves by more than one division."),
    "division_of_another_size": _("The divisions have %(before)s players and would have %(after)s."),
    "preview_differs": _("What the preview of %(pairing)s foretold is not what happened."),
    "absentee_drawn": _("%(flight)s was drawn with players who are away: %(entries)s."),
    "left_out_of_a_draw": _("A player who is here was left out of a draw."),
    "reentry_without_match": _("Entry %(entry)s re-entered and has no match to play."),
    "winner_changed": _("The result of %(pairing)s went to another player."),
    "absentee_sent_on": _("Entry %(entry)s did not come to a match and was sent on to another one."),
    "refusal_changed_something": _("An act that was refused changed something."),
}


class _Blanks(dict[str, object]):
    """Facts in which a missing name reads as a dash instead of failing."""

    def __missing__(self, name: str) -> str:
        return "–"


def finding(code: str, facts: Mapping[str, object]) -> str:
    """One finding of the checker in words."""
    return str(CHECKING[code]) % _Blanks(facts)
