"""Sentences for what the laws refuse before anything is stored: files, positions, scores and cubes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LAW_REFUSALS: dict[str, str | Promise] = {
    "unreadable": _("Line %(line)s, column %(column)s cannot be read: expected %(expected)s."),
    "record_format_unknown": _(
        "This match file format is not supported: expected %(expected)s on line %(line)s."
    ),
    "several_matches": _("A second match starts at line %(line)s: put each match in its own file."),
    "file_empty": _("The file is empty."),
    "file_is_bgblitz": _("This is a BGBlitz file. Export the match from BGBlitz as text (.txt or .mat)."),
    "file_is_extreme_gammon": _(
        "This is an eXtreme Gammon file. Export the match from eXtreme Gammon as text (.txt or .mat)."
    ),
    "file_is_pdf": _("This is a PDF. Upload the match as your program exports it: .txt, .mat, .sgf or .sgg."),
    "file_is_picture": _(
        "This is an image, which cannot be read. Upload the match as your program exports "
        "it: .txt, .mat, .sgf or .sgg."
    ),
    "file_is_zip": _(
        "This is a zip. Upload a single match file here; a director can upload a zip of many "
        "on the desk’s page “Bulk upload”."
    ),
    "file_not_text": _(
        "This file is not a text file. Upload the match as your program exports it: .txt, .mat, .sgf or .sgg."
    ),
    "line_unreadable": _(
        "This line is not valid. Enter a roll and its play, such as 31 8/5 6/5, or double, "
        "take, drop or resign."
    ),
    "starter_missing": _("Choose who plays first: select the name, or begin the line with white or black."),
    "format_cannot_hold": _(
        "The %(format)s format can only hold plays; this match file has a position set up by hand."
    ),
    "dice_invalid": _("The roll %(dice)s is impossible."),
    "position_places": _("%(side)s has checkers in %(count)s places; there are only 26."),
    "position_count": _("%(side)s has %(count)s checkers; it must have 15."),
    "position_shared_point": _("Both sides have checkers on point %(point)s."),
    "position_two_winners": _("Both sides have borne off all their checkers."),
    "position_both_shut_out": _("Both sides are on the bar against a closed board."),
    "turn_unclear": _("The position gives the turn to %(side)s, the score to the other side."),
    "cube_impossible": _("The cube cannot be at %(cube)s."),
    "cube_unturned": _("A cube that has not been turned is centred, not owned by %(side)s."),
    "cube_without_owner": _("A cube turned to %(cube)s must be owned by one of the players."),
    "double_after_roll": _("You cannot double after rolling %(dice)s."),
    "crawford_score": _("At %(white)s–%(black)s in a %(length)s-point match there is no Crawford game."),
    "crawford_not_played": _(
        "At %(white)s–%(black)s in a %(length)s-point match the Crawford game is still to be "
        "played: otherwise the trailing player would have at least 1 point."
    ),
    "match_length_invalid": _("Match length is 1 to %(longest)s points, not %(length)s."),
    "match_over": _("The match is over at %(white)s–%(black)s; no more games can be scored."),
    "score_negative": _("The score %(white)s–%(black)s contains a negative number."),
    "score_two_winners": _("At %(white)s–%(black)s both sides would have won a %(length)s-point match."),
    "score_beyond_length": _(
        "The score %(white)s–%(black)s exceeds %(length)s points; the excess does not count."
    ),
    "score_unfinished": _("At %(white)s–%(black)s a %(length)s-point match has no winner yet."),
    "cube_value_impossible": _("No game can end like that: %(kind)s with the cube at %(cube)s."),
    "cube_unreachable": _("At this score the cube cannot have reached %(cube)s (%(kind)s)."),
    "gammon_not_counted": _(
        "Under the Jacoby rule a gammon counts as a single game until the cube is turned."
    ),
    "crawford_cube": _("This is the Crawford game: doubling is not allowed."),
}
