"""Sentences for what the laws refuse before anything is stored: files, positions, scores and cubes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LAW_REFUSALS: dict[str, str | Promise] = {
    "unreadable": _("Line %(line)s, column %(column)s cannot be read: expected %(expected)s."),
    "record_format_unknown": _(
        "This is no match record that we know: line %(line)s should hold %(expected)s."
    ),
    "several_matches": _("A second match begins at line %(line)s: give each match its own file."),
    "file_empty": _("The file is empty."),
    "file_is_bgblitz": _("This is a BGBlitz file. Export the match from BGBlitz as text (.txt or .mat)."),
    "file_is_extreme_gammon": _(
        "This is an eXtreme Gammon file. Export the match from eXtreme Gammon as text (.txt or .mat)."
    ),
    "file_is_pdf": _("This is a PDF. Upload the match as your program exports it: .txt, .mat, .sgf or .sgg."),
    "file_is_picture": _(
        "This is a picture, and pictures cannot be read. Upload the match as your program exports it: "
        ".txt, .mat, .sgf or .sgg."
    ),
    "file_is_zip": _(
        "This is a zip. Here you upload one match file; a zip of many is uploaded by a director, "
        "on the desk’s page “Many records at once”."
    ),
    "file_not_text": _(
        "This file is not text. Upload the match as your program exports it: .txt, .mat, .sgf or .sgg."
    ),
    "line_unreadable": _(
        "This line cannot be read. Write a roll and its play, such as 31 8/5 6/5, "
        "or double, take, drop or resign."
    ),
    "starter_missing": _("Say who plays first: choose the name, or begin the line with white or black."),
    "format_cannot_hold": _(
        "The format %(format)s tells plays only; this record has a position that was set up by hand."
    ),
    "dice_invalid": _("The dice %(dice)s do not exist."),
    "position_places": _("%(side)s has checkers in %(count)s places; a side has 26 places to stand on."),
    "position_count": _("%(side)s has %(count)s checkers; a side has 15."),
    "position_shared_point": _("Both sides stand on point %(point)s."),
    "position_two_winners": _("Both sides have borne off all their checkers."),
    "position_both_shut_out": _("Both sides are on the bar against a closed board."),
    "turn_unclear": _("The board gives the turn to %(side)s, the score to the other side."),
    "cube_impossible": _("A cube does not show %(cube)s."),
    "cube_unturned": _("A cube that has not been turned belongs to nobody, not to %(side)s."),
    "cube_without_owner": _("A cube turned to %(cube)s belongs to one of the players."),
    "double_after_roll": _("There is no double once the dice show %(dice)s."),
    "crawford_score": _("At %(white)s–%(black)s in a match to %(length)s no Crawford game is played."),
    "crawford_not_played": _(
        "At %(white)s–%(black)s in a match to %(length)s the Crawford game is still to be played: "
        "had it been, the trailing player would have a point."
    ),
    "match_length_invalid": _("A match is played to between 1 and %(longest)s points, not to %(length)s."),
    "match_over": _("The match is over at %(white)s–%(black)s; no further game can be scored."),
    "score_negative": _("The score %(white)s–%(black)s has a number below zero."),
    "score_two_winners": _("At %(white)s–%(black)s both sides would have won a match to %(length)s."),
    "score_beyond_length": _(
        "The score %(white)s–%(black)s goes beyond %(length)s points; what is left over does not count."
    ),
    "score_unfinished": _("At %(white)s–%(black)s nobody has won a match to %(length)s yet."),
    "cube_value_impossible": _("No game ends like that: %(kind)s with the cube on %(cube)s."),
    "cube_unreachable": _("At this score the cube cannot have come to %(cube)s (%(kind)s)."),
    "gammon_not_counted": _("By the Jacoby rule a gammon counts single until the cube is turned."),
    "crawford_cube": _("This is the Crawford game: it is played without the cube."),
}
