"""Messages of money play and of rulings at the table."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

POINTS: dict[str, str | Promise] = {
    "laws_impossible": _("No session can be played by these rules: %(option)s cannot be %(value)s."),
    "wager_closed": _("This cube has been decided already."),
    "automatic_after_double": _("An automatic double comes at the opening throw, before any other double."),
    "automatic_limit": _("No more than %(limit)s automatic doubles were agreed for one game."),
    "cube_below_automatic": _(
        "After the automatic doubles the cube stands at %(least)s at least, not at %(cube)s."
    ),
    "cube_limit_reached": _("The cube cannot go to %(value)s; its limit is %(limit)s."),
    "animal_not_agreed": _("This raise (%(animal)s) goes beyond what was agreed: %(limit)s in a row."),
    "settlement_not_agreed": _("Here games are played out and not settled."),
    "settlement_impossible": _("%(points)s points cannot be settled; at most %(most)s can be lost here."),
    "level_impossible": _("A game is single, a gammon or a backgammon; there is no level %(level)s."),
    "game_under_way": _("A game has begun; finish it before writing down another."),
}

RULINGS: dict[str, str | Promise] = {
    "dice_rerolled": _("The throw does not count; both dice are thrown again."),
    "dice_stand": _("The throw counts."),
    "turn_open": _("The dice still lie; another lawful play may be made."),
    "turn_ended": _("The dice are lifted; the play is made."),
    "play_lawful": _("The play was lawful."),
    "play_condoned": _("The opponent has begun his turn; the play stands."),
    "play_unlawful": _("The play was not lawful."),
    "roll_void": _("The early roll does not count."),
    "roll_stands": _("The early roll %(dice)s stands."),
    "roll_waived": _("The early roll %(dice)s changes nothing and stands."),
    "double_lawful": _("The double was lawful."),
    "double_void": _("The double is void; the cube goes back."),
    "double_waits": _("The double waits until the turn is ended."),
    "double_condoned": _("Play has gone on; the double stands."),
    "crawford_double_void": _("There is no double in the Crawford game; the cube goes back to the centre."),
    "double_recorded": _("It was noticed too late; the double in the Crawford game stands."),
    "cube_put_right": _("The cube was left over from the last game: it stands at %(cube)s, not %(shown)s."),
    "cube_recorded": _("The result has been recorded; the wrong cube stands."),
    "setup_right": _("The checkers were set up correctly."),
    "setup_corrected": _("The set-up was wrong and is put right."),
    "setup_stands": _("The set-up was wrong, but after %(rolls)s rolls it stands."),
    "score_right": _("The score is right."),
    "score_corrected": _("Counted from the games, the score is %(white)s–%(black)s."),
    "score_for_director": _(
        "Counted from the games, the score is %(white)s–%(black)s; only the director may correct the result."
    ),
    "length_right": _("The match was played to the announced length."),
    "length_corrected": _(
        "The match was announced to %(announced)s, not %(played)s: it goes on at %(white)s–%(black)s."
    ),
    "length_decided": _("The match was announced to %(announced)s and is decided: %(white)s–%(black)s."),
    "length_for_director": _(
        "The match was announced to %(announced)s, not %(played)s; only the director may correct the result."
    ),
}

CONTINUATIONS: dict[str, str | Promise] = {
    "play": _("Play the roll."),
    "roll_again": _("Throw both dice again."),
    "play_again": _("Take the play back and play the roll lawfully."),
    "turn_lost": _("Take the play back; no number can be played and the turn is lost."),
    "play_stands": _("Let the play stand and go on."),
    "end_turn": _("End the turn that was interrupted."),
    "play_on": _("Go on from here."),
    "answer_double": _("Answer the double."),
    "game_over": _("The game is over."),
    "game_anew": _("Begin the game anew."),
    "score_anew": _("Score the game at its right value."),
    "result_stands": _("Leave the result as it is."),
    "score_put_right": _("Write down the score as counted."),
    "match_goes_on": _("Play on to the announced length."),
    "match_decided": _("The match is over; what was played after it does not count."),
}

TABLE_LABELS: dict[str, str | Promise] = {
    "tilted": _("A die is tilted"),
    "on_checker": _("A die lies on a checker"),
    "off_board": _("A die left the board"),
    "wrong_half": _("A die lies on the wrong half"),
    "apart": _("The dice were not thrown together"),
    "after_roll": _("Doubled after rolling"),
    "lawful_moves": _("Lawful moves only"),
}

TABLE_SENTENCES: dict[str, str | Promise] = {**POINTS, **RULINGS, **CONTINUATIONS}
