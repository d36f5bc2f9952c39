"""Messages of the checker: one sentence for each kind of finding, and the guarantees by number."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.messages.journal import BlankContext

FINDING_MESSAGES: dict[str, str | Promise] = {
    "board_of_nobody": _("Board %(pairing)s has a result, but a team has no player there."),
    "board_ruled": _("Board %(pairing)s was decided by ruling; only a whole team match can be."),
    "boards_impossible": _("A team match cannot have %(boards)s boards."),
    "formed_after_entries": _("The entry type was set after the first entry."),
    "left_while_lined_up": _("A player left team %(entry)s but is in the line-up of %(pairing)s."),
    "line_up_of_strangers": _("The line-up for %(pairing)s includes a player of no team or of another team."),
    "line_up_of_wrong_size": _("The line-up for %(pairing)s does not have %(boards)s boards."),
    "manned_nobody": _("Players were added to entry %(entry)s, which is not a team."),
    "seat_changed_after_play": _("The player at board %(pairing)s was changed after it was played."),
    "team_member_twice": _("A player is in team %(entry)s and in another team, or twice in the same one."),
    "twice_in_a_line_up": _("A player is on two boards of %(pairing)s."),
    "at_two_tables": _("Entry %(entry)s is at two tables."),
    "bye_meets_bye": _("Two byes meet in the bracket of %(flight)s."),
    "bye_not_with_the_seeds": _("The byes in %(flight)s do not go to the top seeds."),
    "bye_won": _("A bye has won %(pairing)s."),
    "corrected_unsettled": _("%(pairing)s was corrected before it had a result."),
    "correction_refused": _("A correction of %(pairing)s was rejected."),
    "described_nobody": _("Details were recorded for a player who is not entered."),
    "entered_twice": _("Entry %(entry)s or its player was added twice."),
    "field_of_other_results": _("Entry %(entry)s is in %(flight)s, but the results do not send it there."),
    "file_not_canonical": _("The file is not in canonical form."),
    "fold_not_repeatable": _("Replaying the activity log twice gave two different states."),
    "line_out_of_order": _("This line is in the place of line %(expected)s."),
    "line_unknown": _("There is no line of the kind “%(kind)s”."),
    "line_unreadable": _("This line of type “%(kind)s” cannot be read."),
    "lines_not_by_lots": _("The lines of %(flight)s do not match the draw seed."),
    "met_himself": _("At %(pairing)s entry %(entry)s meets itself."),
    "not_everybody_drawn": _("The draw of %(flight)s does not contain every player exactly once."),
    "presence_of_nobody": _("A player without an entry was marked present or absent."),
    "nothing_can_be_played": _("Results are missing, but no match can be played."),
    "own_act_refused": _("A line of the kind “%(kind)s” that was calculated here was rejected."),
    "pairing_missing_or_invented": _("Pairing %(pairing)s is missing, or should not exist."),
    "pairing_shown_twice": _("A pairing is shown twice."),
    "pairing_unknown": _("Pairing %(pairing)s does not exist."),
    "places_do_not_add_up": _("The final places do not add up."),
    "published_undrawn": _("A draw was published before it was made."),
    "redo_not_exact": _("Redoing line %(line)s did not restore what it had done."),
    "reinstated_nobody": _("Entry %(entry)s came back without having left."),
    "reinstating_changed_the_past": _("%(pairing)s changed because a player came back."),
    "reopened_unsettled": _("%(pairing)s was reopened before it had a result."),
    "result_ending_wrong": _("The result of %(pairing)s has an invalid kind of ending."),
    "result_lost_unchosen": _("The result of %(pairing)s changed without a decision."),
    "result_refused": _("A result of %(pairing)s was rejected although both players were there."),
    "result_score_wrong": _("The score of %(pairing)s is impossible for the length of the match."),
    "result_winner_wrong": _("The winner of %(pairing)s does not fit the kind of ending."),
    "seal_broken": _("The signature is invalid: the file was changed after it was written."),
    "seed_not_promised": _("The draw seed of %(flight)s does not match its commitment."),
    "settled_though_decided": _("%(pairing)s had a result although no match was due there."),
    "settled_twice": _("%(pairing)s was given a result twice."),
    "settled_unpublished": _("%(pairing)s had a result before its draw was published."),
    "table_taken_twice": _("Two matches are at table %(table)s."),
    "projection_unreadable": _("The displayed state stored in the file cannot be read."),
    "twice_in_a_round": _("Entry %(entry)s appears twice in round %(round)s of %(flight)s."),
    "undo_not_exact": _("Undoing line %(line)s did not restore the previous state."),
    "undo_refused": _("Undoing line %(line)s was rejected."),
    "undoes_nothing": _("This line undoes line %(line)s, which could not be undone."),
    "waits_in_a_draw": _("Entries %(entries)s are waiting for a place although they are in a draw."),
    "withdrawal_changed_the_past": _("The withdrawal of entry %(entry)s changed earlier results."),
    "withdrawal_of_nobody": _("Entry %(entry)s left without having been there."),
    "wrong_places": _("Entry %(entry)s is shown at places %(given)s; it should be %(expected)s."),
    "wrong_players": _("The players at %(pairing)s are not the right ones."),
    "wrong_seats": _("The players at %(pairing)s are %(given)s; the draw gives %(expected)s."),
    "wrong_winner": _("%(pairing)s is shown as won by %(given)s; it should be %(expected)s."),
    "substituted_after_play": _("Entry %(entry)s had already played before being replaced."),
    "published_stage_replanned": _("%(flight)s was replanned after it was published."),
    "drawn_again_after_publishing": _("%(flight)s was redrawn after it was published."),
    "line_of_nobody": _("Entry %(entry)s is listed in %(flight)s without playing there."),
    "twice_on_the_lines": _("A player is on two lines of %(flight)s."),
    "round_seed_wrong": _("The seed of round %(round)s of %(flight)s does not follow from the draw seed."),
    "round_not_best": _(
        "In round %(round)s of %(flight)s the rules give other opponents to entries %(entries)s."
    ),
    "boards_out_of_order": _(
        "The boards of round %(round)s of %(flight)s are in another order, or have their sides swapped."
    ),
    "kept_apart_too_few": _(
        "In round %(round)s of %(flight)s more players could have been kept apart from their group."
    ),
    "late_board_moved_somebody": _(
        "A late pairing in round %(round)s of %(flight)s took a player from another match."
    ),
    "sits_out_again": _(
        "In the play-off %(flight)s entry %(entry)s sits out, although others had fewer byes before."
    ),
    "round_unknown": _("Round %(round)s of %(flight)s does not exist."),
    "round_out_of_turn": _("Round %(round)s of %(flight)s was paired out of order."),
    "lengthened_after_play": _(
        "The match length of round %(round)s of %(flight)s was changed after it was played."
    ),
    "left_out_of_a_round": _("A player is missing from round %(round)s of %(flight)s."),
    "met_again": _("In round %(round)s of %(flight)s players met again unnecessarily."),
    "forbidden_pair": _("In round %(round)s of %(flight)s a forbidden pair met."),
    "byes_too_many": _("%(flight)s gave more byes than it had to."),
    "bye_twice": _("Entry %(entry)s had already had a bye when round %(round)s of %(flight)s gave it one."),
    "bye_not_lowest": _("The bye in round %(round)s of %(flight)s did not go to the lowest score."),
    "paired_too_early": _("Round %(round)s of %(flight)s was paired with results missing."),
    "missing_from_table": _("The standings of %(flight)s do not list every player exactly once."),
    "wrong_figure": _(
        "In %(flight)s entry %(entry)s is shown with %(name)s %(given)s; it should be %(expected)s."
    ),
    "particulars_moved_somebody": _("A change of player details moved a player in a draw."),
    "waiting_misjudged": _(
        "A player in a bracket was moved to the waiting list, or one outside could not be."
    ),
    "placed_not_once": _("A player is not placed exactly once in the next season."),
    "who_left_is_placed": _("A withdrawn player is placed in the next season, or a remaining player is not."),
    "moved_too_far": _("A player moves by more than one division."),
    "division_of_another_size": _("The divisions have %(before)s players and would have %(after)s."),
    "preview_differs": _("The preview of %(pairing)s does not match what happened."),
    "absentee_drawn": _("%(flight)s was drawn with absent players: %(entries)s."),
    "left_out_of_a_draw": _("A checked-in player was left out of a draw."),
    "reentry_without_match": _("Entry %(entry)s re-entered and has no match to play."),
    "winner_changed": _("The result of %(pairing)s went to another player."),
    "absentee_sent_on": _("Entry %(entry)s was a no-show and was sent on to another match."),
    "pair_of_strangers": _("Entry %(entry)s is a pair of two people who are not listed."),
    "pair_named_otherwise": _("The pair of entry %(entry)s has the names of other people."),
    "partner_twice": _("A player of entry %(entry)s plays in another entry too."),
    "money_unreadable": _("The money file cannot be read."),
    "receipt_not_reversed": _("Receipt %(receipt)s does not reverse receipt %(reversed)s exactly."),
    "receipt_out_of_order": _("Receipt %(receipt)s is out of order."),
    "receipt_sign_wrong": _("Receipt %(receipt)s takes in what is paid out, or the other way round."),
    "refund_too_large": _("Receipt %(receipt)s pays back more than was paid."),
    "wrong_due": _(
        "In fund %(fund)s due and paid of %(player)s are shown as %(given)s; they should be %(expected)s."
    ),
    "wrong_payout": _(
        "In fund %(fund)s %(given)s is shown as paid out to %(player)s; by the receipts it is %(expected)s."
    ),
    "wrong_bracket_pot": _(
        "Stakes and pot of %(bracket)s are shown as %(given)s; they should be %(expected)s."
    ),
    "wrong_pot": _("The pot of fund %(fund)s is shown as %(given)s; it should be %(expected)s."),
    "wrong_prize": _("In fund %(fund)s the prize of %(player)s is %(given)s; it should be %(expected)s."),
    "refusal_changed_something": _("A rejected action changed something."),
}


def finding_text(code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence of a finding."""
    return str(FINDING_MESSAGES[code]) % BlankContext(facts)
