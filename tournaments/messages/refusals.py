"""Messages of refusals: settings, desk, draws, rounds, stages, files, tokens and background work."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Codes of refusals answered with the HTTP status 403.
FORBIDDEN = frozenset(
    {
        "club_officers_only",
        "directors_only",
        "not_of_club",
        "not_your_token",
        "photo_not_yours",
        "token_elsewhere",
        "token_not_of_club",
        "token_publishes_only",
        "token_reads_only",
        "token_unknown",
        "tournament_hidden",
    }
)

SETTINGS: dict[str, str | Promise] = {
    "currency_unknown": _("The currency “%(currency)s” does not exist."),
    "event_cancelled": _("“%(name)s” is cancelled: nothing can be entered or played."),
    "event_over": _("“%(name)s” is finished and can no longer be cancelled."),
    "matches_in_play": _(
        "“%(name)s” still has matches in play or results to confirm. Finish, confirm or void them first."
    ),
    "entry_list_withdrawn": _("None of the entries of this list are left to withdraw."),
    "event_has_results": _(
        "“%(name)s” cannot be deleted: its matches have started or have results. "
        "Cancel or archive it instead."
    ),
    "event_has_files": _(
        "“%(name)s” cannot be deleted: match files belong to its matches. Cancel or archive it instead."
    ),
    "still_in_use": _(
        "“%(name)s” cannot be deleted: other records refer to it. Cancel or archive it instead."
    ),
    "tournament_has_sessions": _(
        "“%(name)s” cannot be deleted: money sessions were played at its tables. Cancel or archive it "
        "instead."
    ),
    "directed_elsewhere": _(
        "“%(name)s” is directed elsewhere: this is a copy. Nothing can be changed here unless a director "
        "takes it over."
    ),
    "tournament_archived": _("“%(name)s” is archived: it can be read but not changed."),
    "tournament_cancelled": _("“%(name)s” is cancelled: nothing can be entered or played."),
    "tournament_is_draft": _(
        "“%(name)s” is a draft. Publish the tournament first: “Edit and publish” on its page."
    ),
    "tournament_begun": _("“%(name)s” has been drawn and published, so it cannot be hidden any more."),
    "tournament_ends_early": _("The last day of a tournament cannot be before its first day."),
    "description_too_long": _("The description is too long: at most %(most)s characters."),
    "map_link_not_https": _("The map link must be a web address that begins with https://."),
    "sponsor_link_wrong": _(
        "The link must be a web address that begins with https://, of at most %(most)s characters."
    ),
    "sponsor_name_wrong": _("Enter the name of the sponsor, in at most %(most)s characters."),
    "sponsor_removed": _("This logo has been removed."),
    "sponsors_full": _("No more than %(most)s logos are possible for one tournament."),
    "cover_too_large": _(
        "This picture is too large: at most %(megabytes)s MB, %(megapixels)s megapixels and %(side)s pixels "
        "on each side."
    ),
    "cover_unreadable": _("This file is not a readable JPEG, PNG or WebP picture."),
    "photo_not_winner": _("%(player)s has not won this event, so there is no photograph to show."),
    "photo_not_yours": _("Only %(player)s or the tournament desk can change this photograph."),
    "announcement_event_elsewhere": _("This event is not part of this tournament. Nothing was announced."),
    "attachment_not_pdf": _("Only PDF files can be attached, and this file is not one."),
    "attachment_too_large": _("This file is too large: at most %(megabytes)s MB."),
    "attachments_many": _("A tournament has at most %(most)s attachments. Remove one first."),
    "nothing_to_copy": _("“%(name)s” has no events to copy, or is a league season."),
    "event_name_taken": _("This tournament already has an event called “%(name)s”. Choose another name."),
    "tournament_over": _("All events of “%(name)s” are finished: it can be archived, but not cancelled."),
}
DESK: dict[str, str | Promise] = {
    "already_decided": _("%(pairing)s is already decided: no other player can get there."),
    "already_entered": _("Entry %(entry)s or its player is already there."),
    "already_published": _("The draw is already published. Undo the publication at the desk first."),
    "pairing_settled": _("This result is already final."),
    "audit_team": _("Team %(entry)s, its players or its boards do not match the activity log."),
    "board_has_result": _("Board %(pairing)s has been played: its two players stay."),
    "board_not_ruled": _(
        "Board %(pairing)s is decided by its own match; a ruling applies to the whole team match."
    ),
    "board_without_players": _("A team has no player at board %(pairing)s, so it is already lost."),
    "boards_wrong": _("Team match %(pairing)s needs a line-up of %(boards)s boards."),
    "entries_there": _("Players are already entered, so the entry type can no longer change."),
    "lined_up_already": _("The line-ups for %(pairing)s are revealed: only the desk can put in a reserve."),
    "meeting_by_boards": _(
        "Team match %(pairing)s is decided by its boards: enter or correct their results."
    ),
    "meeting_waits": _("The teams at %(pairing)s are not known yet."),
    "member_at_two_boards": _("A player is on two boards of %(pairing)s."),
    "member_lined_up": _(
        "A player leaving the team is in the line-up of %(pairing)s. Put in a reserve first."
    ),
    "not_lined_up": _("The line-ups for %(pairing)s have not been revealed yet."),
    "not_of_the_team": _(
        "A player in this line-up does not belong to team %(entry)s. Choose players of the team."
    ),
    "not_the_captain": _("Only the captain of %(team)s or the desk can submit its line-up."),
    "takes_no_teams": _("Teams cannot enter this event."),
    "takes_pairs": _("%(event)s is for pairs, but %(player)s is not a pair. Enter both names: one / other."),
    "takes_players": _("%(event)s is for single players, but %(player)s is not one."),
    "takes_teams": _("%(event)s is for teams, but %(player)s is not a team. Enter teams with their members."),
    "team_member_twice": _("A player would be in two teams; they are already in team %(entry)s."),
    "team_wrong": _("Team %(team)s cannot be entered like this. Check its line."),
    "already_member": _("There is already a member %(name)s."),
    "distinction_taken": _("Another member named %(name)s already has “%(distinction)s” after the name."),
    "distinction_too_long": _("The text after a name can have at most %(longest)s characters."),
    "member_list_withdrawn": _("None of the members of this list are left to remove."),
    "member_is_pair": _("“%(name)s” is more than one person. Add members one at a time."),
    "audit_drawn": _("Pairing %(pairing)s is at a different place than in the draw."),
    "audit_entry": _("Entry %(entry)s is stored differently from the activity log."),
    "audit_journal": _("Line %(seq)s of the activity log cannot follow the lines before it."),
    "audit_lines": _("The activity log has %(lines)s lines, but their numbering has a gap."),
    "audit_commitment": _("The seed stored for the next draw does not match its commitment."),
    "audit_people": _("The match of pairing %(pairing)s has different players from the activity log."),
    "audit_pairing": _("Pairing %(pairing)s is stored differently from the activity log."),
    "audit_rating": _("From match %(match)s on, the ledger of %(list)s does not match the results."),
    "audit_twice": _("%(player)s has two entries in %(event)s."),
    "audit_pairing_match": _("The match of pairing %(pairing)s does not agree with the activity log."),
    "audit_seed": _("Entry %(entry)s is stored with seed %(stored)s; the draw says %(expected)s."),
    "audit_event": _(
        "The column “%(column)s” of the event has “%(stored)s”, but its activity log says “%(expected)s”."
    ),
    "audit_undoing": _("Line %(seq)s undoes a different line from the one stored."),
    "choices_needed": _(
        "A later match has started with the players of the old result. Correct the result at "
        "the desk and choose what happens to that match."
    ),
    "club_officers_only": _("Only directors and secretaries of %(club)s can do this."),
    "directors_only": _("Only a director of %(name)s can do this."),
    "draw_made_already": _("The draw has already been made. Review it before redoing it."),
    "draw_not_by_lots": _("These lines do not match the draw seed, so the draw was not accepted."),
    "draw_not_published": _("The draw is not published yet. Publish it first."),
    "entered_together": _("Both are entered in %(event)s, so they are two people."),
    "entry_unknown": _("Entry %(entry)s does not exist or is no longer in play."),
    "event_changed_meanwhile": _(
        "%(event)s has changed in the meantime (by %(by)s). Check again, then decide."
    ),
    "field_size": _("A draw needs from %(smallest)s to %(largest)s entries; there are %(entrants)s."),
    "event_format_unknown": _("The format “%(format)s” is not available on this site."),
    "journal_unreadable": _("Line %(seq)s of the activity log cannot be read."),
    "key_used_before": _(
        "This request was already used for something else (line %(seq)s of the activity log)."
    ),
    "last_director": _("%(club)s would be left without a director."),
    "line_label_misspelt": _(
        "“%(label)s:” beside %(name)s is not understood. Did you mean “%(nearest)s:”? The labels of a line "
        "are %(labels)s."
    ),
    "line_label_unknown": _(
        "“%(label)s:” beside %(name)s is not understood. The labels of a line are %(labels)s. Change it, or "
        "delete it."
    ),
    "line_not_two": _("“%(name)s” is not a pair: write two different names separated by a slash."),
    "name_repeated": _(
        "“%(name)s” is twice in the list. Remove one of the lines, or write “%(name)s; person: other” if it "
        "is another person of this name."
    ),
    "lots_not_committed": _("The draw seed does not match the commitment published before the draw."),
    "match_begun": _(
        "A match in play, or with a result to confirm, would change or lose its players. Finish or confirm "
        "it first, or correct the result it depends on."
    ),
    "name_taken": _("The name %(name)s is already in use. Choose another one."),
    "line_person_twice": _(
        "Lines %(first)s and %(second)s, “%(name)s”, are the same person. Choose another person in one of "
        "them, or delete it. No entry was added."
    ),
    "namesakes_unclear": _(
        "“%(name)s” is the name of several club players. Say who it is by the code at the end, as in "
        "“%(name)s; person: code”: %(choices)s."
    ),
    "field_silenced": _(
        "The field “%(field)s” has no effect because of the value of “%(other)s”. Leave one of them out."
    ),
    "name_shared": _(
        "“%(name)s” is the name of several club players. Write the code of the one you mean after the name, "
        "as in “%(name)s (code)”: %(choices)s."
    ),
    "names_missing": _("This list contains no new names."),
    "not_drawn": _("The draw has not been made yet."),
    "not_in_event": _("This match is not part of an event."),
    "not_settled": _("%(pairing)s has no result yet."),
    "pairing_unknown": _("Pairing %(pairing)s does not exist in this event."),
    "figures_missing": _("The standings are waiting for PR values: %(pairings)s."),
    "ratings_not_counted": _("PR does not count in this stage."),
    "reaches_further": _(
        "The matches affected by this correction have changed since the preview. Nothing was "
        "done: check the new preview."
    ),
    "check_in_closed": _("The check-in page of %(name)s is closed."),
    "not_to_check_in": _("No player with this name or badge can check in for %(name)s now. Ask the desk."),
    "sign_ups_not_entered": _(
        "Confirmed but not entered: %(names)s. Enter them, or draw without them. Nothing was drawn."
    ),
    "presence_open": _(
        "Entries not marked as checked in or absent: %(count)s. Mark them, or draw "
        "without them. Nothing was drawn."
    ),
    "presences_complete": _("All entries are already marked as checked in or absent."),
    "role_unknown": _("The role “%(role)s” does not exist."),
    "stage_field_open": _(
        "%(stage)s has been drawn from these results. Undo that draw first, or correct the result."
    ),
    "seeds_unknown": _("A seeded entry is missing or listed twice."),
    "sits_already": _(
        "%(player)s already plays in another entry of %(event)s, alone or with a partner. Change or withdraw "
        "that entry first, or name another player. No entry was added."
    ),
    "tables_stay": _(
        "There are %(count)s tables, and their numbers stay. Take those that you do not need out of use "
        "below, one by one."
    ),
    "slug_missing": _("“%(name)s” has no letters to form a web address. Choose another name."),
    "slug_taken": _("The address “%(slug)s” is already in use. Choose another one."),
    "name_not_playing": _("No player at a table has a name that starts with “%(letters)s”."),
    "opponent_not_clear": _(
        "%(name)s has several matches, against %(opponents)s: type the opponent too, as in “ada bo 7-3”."
    ),
    "name_not_clear": _(
        "“%(letters)s” matches %(names)s: type more of the name; text in brackets counts too."
    ),
    "line_just_called": _("%(white)s – %(black)s was called less than a minute ago."),
    "line_match_ended": _(
        "The match you saw at table %(table)s has ended in the meantime: "
        "%(white)s %(white_score)s–%(black_score)s %(black)s."
    ),
    "line_of_another_match": _("This is not the match you saw any more; it is now %(white)s – %(black)s."),
    "line_repeated": _(
        "You entered the same line a moment ago, for another match; now it would be for "
        "%(white)s – %(black)s."
    ),
    "table_empty": _("There is no match at table %(table)s."),
    "tables_impossible": _("The maximum is %(most)s tables."),
    "redo_nothing": _("There is nothing to redo: nothing has been undone since the last change."),
    "undo_blocked": _(
        "This cannot be undone on its own: “%(later)s” came later and depends on it. Undo "
        "that first, or correct the result."
    ),
    "paid_prizes_change": _("This changes prizes that are already paid. %(prizes)s"),
    "undo_nothing": _("There is nothing to undo."),
    "wrong_players": _("The players at %(pairing)s have changed."),
}


DRAWS: dict[str, str | Promise] = {
    "criteria_unknown": _("Unknown tie-breaks: %(names)s."),
    "crossing_impossible": _("A knockout needs at least two qualifiers from the groups."),
    "drop_unknown": _(
        "No drop table feeds %(fed)s of %(rounds)s rounds: the largest bracket has %(largest)s lines."
    ),
    "feed_not_knockout": _("“%(flight)s” is not a knockout, so its losers cannot join round by round."),
    "final_of_two": _("A final has two players, not %(sources)s."),
    "flight_unknown": _("The flight “%(flight)s” does not exist."),
    "format_options_wrong": _("“%(value)s” is not a possible choice for “%(option)s”."),
    "groups_impossible": _(
        "%(entrants)s players are not enough for %(groups)s groups: each needs at least %(smallest)s."
    ),
    "lines_misshapen": _("No bracket of this kind has %(lines)s lines."),
    "play_off_of_three": _("This play-off is for three players, not %(entrants)s."),
    "schedule_impossible": _(
        "%(players)s players cannot each play exactly %(matches)s matches against different opponents."
    ),
    "starters_misshapen": _(
        "The backdraw starts with %(lines)s players, one for each line of the main bracket, not %(starters)s."
    ),
}


EXCHANGE: dict[str, str | Promise] = {
    "event_number_unknown": _(
        "No event has number %(number)s. `check_event --list` shows the numbers of all events."
    ),
    "tournament_hidden": _("This tournament has not been published."),
    "no_records": _("No match files have been uploaded for “%(name)s”."),
    "records_many": _("A zip holds at most %(most)s match files."),
    "records_large": _("The match files of this tournament exceed %(most)s MB in total."),
    "record_export_broke_off": _("The zip could not be prepared. Try again."),
    "event_file_changed": _("This event file was changed after it was signed. Nothing was imported."),
    "event_file_damaged": _(
        "This is not an event file, or it has been altered (%(place)s). Nothing was imported: "
        "download the file again."
    ),
    "event_here_already": _("%(event)s is already on this site."),
    "journals_differ": _(
        "From line %(seq)s on, the file differs from the activity log here. Nothing was changed."
    ),
    "nothing_new": _("The file contains nothing new for %(event)s."),
    "trf_draw": _("Number %(line)s of this report has a drawn match, which is not possible in backgammon."),
    "trf_unreadable": _("Line %(line)s of this report cannot be read or does not add up."),
    "player_elsewhere": _("%(name)s belongs to another club on this site."),
}


ROUNDS: dict[str, str | Promise] = {
    "card_twice": _("An entry appears twice among those to be paired."),
    "fixed_wrong": _("Each manual pairing needs two different entries of this flight."),
    "no_pairing": _(
        "This round cannot be paired: these groups can only meet among themselves, and each "
        "has an odd number (%(parts)s)."
    ),
    "nobody_to_pair": _(
        "A round needs two players who are checked in and have no bye; there are %(present)s. Withdraw "
        "players who have left, or end the stage."
    ),
}


BREAKS: dict[str, str | Promise] = {
    "break_event_elsewhere": _("This event belongs to another tournament."),
    "break_impossible": _("A break ends after it begins, within %(days)s days, and its reason is short."),
    "break_not_on": _("This break is not on now. Remove it instead."),
    "breaks_many": _("A tournament has at most %(most)s breaks. Remove some first."),
    "single_day": _("This tournament has one day. Set its last day in the settings first."),
}


STAGES: dict[str, str | Promise] = {
    "already_joined": _("Entry %(entry)s already plays in this stage."),
    "deadlines_impossible": _("%(rounds)s rounds do not fit into %(days)s days."),
    "division_too_small": _(
        "A division needs at least two players, and more players than are promoted and relegated together."
    ),
    "entry_has_played": _("Entry %(entry)s has already played. Withdraw it instead of replacing it."),
    "entry_not_eliminated": _("Entry %(entry)s has not lost in this stage, so it cannot start again."),
    "entry_not_withdrawn": _("Entry %(entry)s has not been withdrawn there."),
    "entry_plays": _("Entry %(entry)s still has a match without a final result. Finish or confirm it first."),
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
    "results_lost": _("Results already played would be lost. Correct them first, or choose another line."),
    "round_begun": _("Round %(round)s has begun, so its match length cannot change."),
    "round_open": _("Some matches have no result yet. Enter the results, then pair the next round."),
    "round_out_of_turn": _("Round %(round)s is not the next round."),
    "round_unknown": _("Round %(round)s does not exist in this flight."),
    "rounds_over": _("All rounds (%(rounds)s) have been paired."),
    "rounds_paired": _("Rounds already paired: %(paired)s."),
    "score_not_of_length": _("This score is not possible in a %(length)s-point match."),
    "scoring_unknown": _("The value of a win or a bye is not set in stage “%(stage)s”. Set it first."),
    "seed_unknown": _("There is no seed %(seed)s in this bracket."),
    "stage_ended": _("Stage “%(flight)s” has ended: no more rounds are paired and no players can join."),
    "stage_hangs": _("Stage “%(stage)s” is drawn together with the stage its players come from."),
    "stage_length": _("Match length must be 1 to %(longest)s points."),
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


TOKENS: dict[str, str | Promise] = {
    "not_of_club": _("API tokens for %(name)s can be created only by its members."),
    "not_your_token": _("Only the creator of a token, or the director of its club or event, can revoke it."),
    "token_elsewhere": _("API token %(name)s works only for %(scope)s. Nothing was done: use another token."),
    "token_publishes_only": _(
        "API token %(name)s can only publish tournaments of another site. Nothing was done."
    ),
    "token_not_of_club": _("A token to publish tournaments is for a club that you direct."),
    "token_reads_only": _(
        "API token %(name)s is read-only. Nothing was done: use a token with write access."
    ),
    "token_too_long": _("An API token is valid for 1 to %(most)s days."),
    "token_unknown": _("This API token is unknown, has expired or was revoked. Create a new one."),
    "token_unnamed": _("Name the token after the program that uses it."),
    "tokens_many": _("You have %(most)s valid tokens, the maximum. Revoke one first."),
}


UPKEEP: dict[str, str | Promise] = {
    "server_not_stoppable": _("Another program manages this server. Stop it there."),
    "work_done": _("This task has been completed in the meantime, or has not been tried yet."),
}
WORK_NAMES: dict[str, str | Promise] = {
    "mail_invitation": _("Invitation e-mail"),
    "note_season": _("Season change log"),
    "rate_club": _("Ratings from earlier years"),
    "rate_match": _("Rating update for a match"),
    "rate_people": _("Rating update for a player"),
    "read_bundled_file": _("Reading a match file from a zip"),
    "rebuild_list": _("Rating list recalculation"),
}
