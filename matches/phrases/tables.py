"""Messages of money play and of rulings at the table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

POINTS: dict[str, str | Promise] = {
    "laws_impossible": _("This session cannot be played with these rules: %(option)s cannot be %(value)s."),
    "wager_closed": _("This cube has already been decided."),
    "automatic_after_double": _("An automatic double happens at the opening roll, before any other double."),
    "automatic_limit": _("At most %(limit)s automatic doubles per game were agreed."),
    "cube_below_automatic": _(
        "After the automatic doubles the cube is at least at %(least)s, not at %(cube)s."
    ),
    "cube_limit_reached": _("The cube cannot go to %(value)s; its limit is %(limit)s."),
    "animal_not_agreed": _("This %(animal)s exceeds the agreed limit: %(limit)s in a row."),
    "settlement_not_agreed": _("Games are played out here, not settled."),
    "settlement_impossible": _(
        "A settlement for %(points)s points is not possible; at most %(most)s can be lost here."
    ),
    "level_impossible": _("A game is single, a gammon or a backgammon; level %(level)s does not exist."),
    "game_under_way": _("A game is in progress; finish it before recording another."),
}

RULINGS: dict[str, str | Promise] = {
    "dice_rerolled": _("The roll does not count; both dice are rolled again."),
    "dice_stand": _("The roll counts."),
    "turn_open": _("The dice have not been picked up: another legal play may be made."),
    "turn_ended": _("The dice have been picked up: the play is final."),
    "play_lawful": _("The play was legal."),
    "play_condoned": _("The opponent has begun their turn; the play is final."),
    "play_unlawful": _("The play was illegal."),
    "roll_void": _("The early roll does not count."),
    "roll_stands": _("The early roll %(dice)s is valid."),
    "roll_waived": _("The early roll %(dice)s changes nothing and is valid."),
    "double_lawful": _("The double was legal."),
    "double_void": _("The double is void; the cube goes back."),
    "double_waits": _("The double is on hold until the turn ends."),
    "double_condoned": _("Play has continued, so the double is valid."),
    "crawford_double_void": _(
        "Doubling is not allowed in the Crawford game; the cube goes back to the centre."
    ),
    "double_recorded": _("Noticed too late; the double in the Crawford game remains valid."),
    "cube_put_right": _("The cube was not reset from the last game: it is at %(cube)s, not %(shown)s."),
    "cube_recorded": _("The result is recorded: the wrong cube value is kept."),
    "setup_right": _("The checkers were set up correctly."),
    "setup_corrected": _("The set-up was wrong and is corrected."),
    "setup_stands": _("The set-up was wrong, but after %(rolls)s rolls it is kept."),
    "score_right": _("The score is correct."),
    "score_corrected": _("The games add up to %(white)s–%(black)s."),
    "score_for_director": _(
        "The games add up to %(white)s–%(black)s; only the director can correct the result."
    ),
    "length_right": _("The match was played to the announced length."),
    "length_corrected": _(
        "The announced match length was %(announced)s, not %(played)s: play continues at %(white)s–%(black)s."
    ),
    "length_decided": _(
        "The match was announced as a %(announced)s-point match and is decided: %(white)s–%(black)s."
    ),
    "length_for_director": _(
        "The announced match length was %(announced)s, not %(played)s; only the director may "
        "correct the result."
    ),
}

CONTINUATIONS: dict[str, str | Promise] = {
    "play": _("Play the roll."),
    "roll_again": _("Roll both dice again."),
    "play_again": _("Undo the play and play the roll legally."),
    "turn_lost": _("Undo the play: no number can be played and the turn is lost."),
    "play_stands": _("Accept the play and go on."),
    "end_turn": _("Finish the interrupted turn."),
    "play_on": _("Continue from here."),
    "answer_double": _("Answer the double."),
    "game_over": _("The game is over."),
    "game_anew": _("Start the game over."),
    "score_anew": _("Score the game at its correct value."),
    "result_stands": _("Leave the result as it is."),
    "score_put_right": _("Record the score as counted."),
    "match_goes_on": _("Continue to the announced match length."),
    "match_decided": _("The match is over; anything played after it does not count."),
}

TABLE_LABELS: dict[str, str | Promise] = {
    "tilted": _("A die is cocked"),
    "on_checker": _("A die is on a checker"),
    "off_board": _("A die left the board"),
    "wrong_half": _("A die is on the wrong side"),
    "apart": _("The dice were not thrown together"),
    "after_roll": _("Doubled after rolling"),
    "lawful_moves": _("Legal moves only"),
}

TABLE_SENTENCES: dict[str, str | Promise] = {**POINTS, **RULINGS, **CONTINUATIONS}
