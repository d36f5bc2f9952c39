"""URLs of clubs, tournaments, events and their desks; those of feature apps are in their own `urls`."""

from django.urls import include, path

from tournaments.importing.views import event_files, examples, imports, lists, record_exports, results
from tournaments.people.views import casual_matches as casual
from tournaments.people.views import (
    clubs,
    directory,
    embedding,
    invitations,
    member_pages,
    memberships,
    performance,
    positions,
    quiz,
    role_offers,
    site_setup,
)
from tournaments.play.desk.views import breaks as desk_breaks
from tournaments.play.desk.views import changes, desk, plan, rounds, teams
from tournaments.play.desk.views import check_in as desk_check_in
from tournaments.play.desk.views import commands as desk_commands
from tournaments.play.desk.views import draws as desk_draws
from tournaments.play.desk.views import entries as desk_entries
from tournaments.play.desk.views import journal as desk_journal
from tournaments.play.desk.views import matches as desk_matches
from tournaments.play.desk.views import tables as desk_tables
from tournaments.play.event_pages import check_in
from tournaments.play.event_pages import embedding as event_pages_embedding
from tournaments.play.event_pages import views as events
from tournaments.play.tournaments.views import (
    expected_players,
    sponsors,
    tournament_pages,
    tournament_settings,
    tournaments,
    weekly_nights,
)
from tournaments.ratings import views as ratings_views
from tournaments.reports import views as reports
from tournaments.seasons.views import attendance, careers, honours, seasons
from tournaments.web.tokens import views as tokens

EVENT = "clubs/<slug:club>/<slug:tournament>/<slug:event>/"

club_pages = [
    path("", clubs.show, name="club"),
    path("calendar.ics", clubs.club_calendar, name="club-calendar"),
    path("standings/", seasons.standings, name="standings"),
    path("seasons/<slug:season>/rules/", seasons.edit_rules, name="season-rules"),
    path("seasons/<slug:season>/changes/", seasons.changes, name="season-changes"),
    path("seasons/<slug:season>/divisions/", seasons.edit_divisions, name="season-divisions"),
    path("seasons/<slug:season>/table.csv", seasons.season_csv, name="season-csv"),
    path("ratings/", careers.ratings, name="ratings"),
    path("ratings/new/", ratings_views.open_rating_list, name="open-rating-list"),
    path("ratings/<int:number>/", ratings_views.rating_list_details, name="rating-list"),
    path("ratings/<int:number>/constants/", ratings_views.edit_constants, name="rating-constants"),
    path("ratings/<int:number>/starting/", ratings_views.starting_ratings, name="starting-ratings"),
    path("ratings/<int:number>/list.csv", ratings_views.rating_list_csv, name="rating-csv"),
    path("players/<slug:code>/", careers.player_statistics, name="player-statistics"),
    path("rivals/", careers.head_to_head, name="club-head-to-head"),
    path("positions/", positions.search_positions, name="club-positions"),
    path("honours/", honours.show, name="honours"),
    path("years/<int:year>/", honours.year_review, name="year-review"),
    path("imports/", imports.index, name="imports"),
    path("imports/results/", results.import_results, name="import-results"),
    path("imports/players/", lists.import_players, name="import-players"),
    path("imports/tasks/<str:code>/", imports.show_import, name="file-import"),
    path("imports/<int:number>/undo/", imports.undo_import, name="undo-import"),
    path("imports/players/<int:number>/undo/", imports.undo_member_list, name="undo-member-list"),
    path("about/", clubs.edit_page, name="edit-club-page"),
    path("members/", memberships.show, name="members"),
    path("members/enrol/", memberships.enrol, name="enrol"),
    path("members/appoint/", memberships.appoint, name="appoint"),
    path("offers/<int:offer>/withdraw/", memberships.withdraw_offer, name="withdraw-offer"),
    path("members/records/", member_pages.show_records, name="member-records"),
    path("members/records.<slug:ending>", member_pages.download_records, name="member-records-file"),
    path("members/mail/", member_pages.mail_members, name="mail-members"),
    path("members/fields/<slug:action_name>/", member_pages.act_on_fields, name="member-field-action"),
    path("members/year-fees/<slug:action_name>/", member_pages.act_on_year_fees, name="year-fee-action"),
    path("members/<int:membership>/", member_pages.show_member, name="member-record"),
    path("members/<int:membership>/badge/", memberships.badge, name="member-badge"),
    path("members/<int:membership>/<slug:action_name>/", memberships.act_on_member, name="member-action"),
    path("join/", memberships.join, name="join-club"),
    path("leave/", memberships.leave, name="leave-club"),
    path("audit-log/", memberships.audit_log, name="audit-log"),
    path("invitations/", invitations.index, name="invitations"),
    path("invitations/<int:invitation>/", invitations.show, name="invitation"),
    path("invitations/<int:invitation>/withdraw/", invitations.withdraw, name="withdraw-invitation"),
    path("nights/", weekly_nights.weekly_tournaments, name="weekly-tournaments"),
    path(
        "nights/<int:night>/change/", weekly_nights.change_weekly_tournament, name="change-weekly-tournament"
    ),
    path("nights/<int:night>/coming/", expected_players.join_list, name="coming"),
    path("nights/<int:night>/coming/<int:number>/who/", expected_players.identify_on_list, name="who-comes"),
    path("nights/<int:night>/coming/<int:number>/remove/", expected_players.leave_list, name="not-coming"),
    path(
        "nights/<int:night>/<slug:action_name>/",
        weekly_nights.act_on_weekly_tournament,
        name="weekly-tournament-action",
    ),
    path("casual/", casual.show, name="casual"),
    path("attendance/", attendance.attendance, name="attendance"),
    path("attendance/attendance.csv", attendance.attendance_csv, name="attendance-csv"),
    path("members-view/", clubs.show_members_view, name="club-members-view"),
    path("embed/", embedding.embed_club, name="embed-club"),
    path("embed/code/", embedding.club_embed_code, name="embed-club-code"),
    path("performance/", performance.show_table, name="club-performance"),
    path("performance/<slug:action_name>/", performance.change_table, name="change-club-performance"),
    path("quiz/", quiz.show_quiz, name="club-quiz"),
    path("start/", clubs.create_tournament, name="create-tournament"),
    path("start/now/", weekly_nights.start_now, name="start-now"),
    path("first-steps/dismiss/", clubs.dismiss_first_steps, name="dismiss-first-steps"),
    path("season/", seasons.open_season, name="open-season"),
    path("import-event/", event_files.import_event, name="import-event"),
    path("import-report/", event_files.import_report, name="import-report"),
]

event_pages = [
    path("", events.show, name="event"),
    path("bracket/", events.bracket, name="bracket"),
    path("entries/", events.entries, name="entries"),
    path("teams/", teams.teams, name="teams"),
    path("meeting/<slug:label>/", teams.meeting, name="meeting"),
    path("meeting/<slug:label>/line-up/", teams.line_up, name="meeting-line-up"),
    path("results/", events.results, name="results"),
    path("standings/", events.standings, name="event-standings"),
    path("report/", reports.show, name="event-report"),
    path("photos/", reports.change_photos, name="winner-photos"),
    path("photos/<slug:player>.jpg", reports.photo, name="winner-photo"),
    path("draw-audit/", events.draw_audit, name="draw-audit"),
    path("embed/", event_pages_embedding.embed_event, name="embed"),
    path("embed/code/", event_pages_embedding.event_embed_code, name="embed-code"),
    path("journal/", events.journal, name="journal"),
]

desk_pages = [
    path("", desk.show, name="desk"),
    path("names/", desk_entries.enter_names, name="desk-names"),
    path("entries-file/", lists.entries_file, name="desk-entries-file"),
    path("withdraw/", desk_commands.run_command, {"name": "withdraw"}, name="desk-withdraw"),
    path("withdraw-list/", desk_entries.withdraw_entry_list, name="desk-withdraw-list"),
    path("teams/", teams.enter, name="desk-teams"),
    path("team/<int:number>/", teams.edit_team, name="desk-team"),
    path("meeting/<slug:label>/open/", teams.open_line_ups, name="desk-open-line-ups"),
    path("meeting/<slug:label>/seats/", teams.change_line_up, name="desk-change-line-up"),
    path("meeting/<slug:label>/play-off/", teams.play_off, name="desk-play-off"),
    path("badge/", desk_entries.entry_badge, name="desk-badge"),
    path("presence/", desk_entries.mark_presence, name="desk-presence"),
    path("step-in/", desk_commands.run_command, {"name": "step-in"}, name="desk-step-in"),
    path("regulars/", plan.regulars, name="desk-regulars"),
    path("check-in/", desk_check_in.show_check_in, name="desk-check-in"),
    path("entry/<int:number>/", desk_entries.entry, name="desk-entry"),
    path("entry/<int:number>/withdraw/", desk_entries.ask_to_withdraw, name="desk-ask-to-withdraw"),
    path("entries/", desk_entries.show_entries, name="desk-entries"),
    path("act/<slug:name>/", desk_commands.run_command, name="desk-command"),
    path("table-settings/", desk_tables.show_table_settings, name="desk-table-settings"),
    path("journal/", desk_journal.show_journal, name="desk-journal"),
    path("match/<slug:match>/", desk_matches.show_match, name="desk-match"),
    path("draw/", desk_draws.draw_flight, name="desk-draw"),
    path("draw/publish/", desk_draws.draw_and_publish, name="desk-draw-and-publish"),
    path("publish/", desk_commands.run_command, {"name": "publish"}, name="desk-publish"),
    path("undo/", desk_commands.run_command, {"name": "undo"}, name="desk-undo"),
    path("redo/", desk_commands.run_command, {"name": "redo"}, name="desk-redo"),
    path("round/<slug:flight>/", rounds.pair, name="desk-round"),
    path("end/", desk_commands.run_command, {"name": "end"}, name="desk-end"),
    path("change/", changes.change, name="desk-change"),
    path("rolling/", rounds.mini_brackets, name="desk-mini-brackets"),
    path("plan/", plan.plan, name="desk-plan"),
    path("figures/", changes.performance_ratings, name="desk-performance-ratings"),
    path("breaks/announce/", desk_breaks.announce_break, name="desk-announce-break"),
    path("breaks/now/", desk_breaks.begin_break, name="desk-begin-break"),
    path("breaks/nights/", desk_breaks.announce_nights, name="desk-announce-nights"),
    path("breaks/end/", desk_breaks.end_break, name="desk-end-break"),
    path("breaks/remove/", desk_breaks.remove_break, name="desk-remove-break"),
    path("begin-all/", desk_matches.begin_all, name="desk-begin-all"),
    path("result/", desk_matches.report_result, name="desk-result"),
    path("quick/", desk_matches.enter_quick_result, name="desk-quick-result"),
    path("find/", desk.search_desk, name="desk-search"),
    path("confirm/", desk_matches.confirm, name="desk-confirm"),
    path("rule/", desk_matches.rule, name="desk-rule"),
    path("award/", desk_matches.award, name="desk-award"),
    path("call/", desk_matches.call, name="desk-call"),
    path("correct/<slug:match>/", changes.correct_result, name="desk-correct"),
    path("files/<str:name>", event_files.download_file, name="desk-file"),
]

urlpatterns = [
    path("", clubs.home_page, name="home"),
    path("setup/<str:token>/", site_setup.set_up_site, name="set-up-site"),
    path("join/<str:token>/", invitations.open_invitation, name="open-invitation"),
    path("host/clubs/", clubs.site_clubs, name="site-clubs"),
    path("host/clubs/<slug:club>/<slug:action_name>/", clubs.change_site_club, name="site-club-action"),
    path("roles/<int:offer>/<str:token>/", role_offers.open_offer_link, name="offered-role"),
    path("offices/", memberships.own_offers, name="own-offers"),
    path("offices/<int:offer>/<slug:answer>/", memberships.answer_offer, name="answer-offer"),
    path("tokens/", tokens.index, name="tokens"),
    path("tokens/<int:token>/revoke/", tokens.revoke, name="revoke-token"),
    path("lists/<slug:kind>.csv", examples.show_example, name="example-list"),
    path("clubs/", directory.show_clubs, name="clubs"),
    path("players/", directory.find_players, name="players"),
    path("clubs/new/", clubs.create_club, name="create-club"),
    path("clubs/<slug:club>/", include(club_pages)),
    path(
        "clubs/<slug:club>/<slug:tournament>/calendar.ics",
        clubs.tournament_calendar,
        name="tournament-calendar",
    ),
    path("clubs/<slug:club>/<slug:tournament>/", tournament_pages.tournament, name="tournament"),
    path("clubs/<slug:club>/<slug:tournament>/page/", tournament_pages.edit, name="tournament-page"),
    path(
        "clubs/<slug:club>/<slug:tournament>/members-view/",
        tournament_pages.show_members_view,
        name="members-view",
    ),
    path("clubs/<slug:club>/<slug:tournament>/again/", tournament_pages.copy, name="copy-tournament"),
    path("clubs/<slug:club>/<slug:tournament>/cover.jpg", tournament_pages.cover, name="tournament-cover"),
    path("clubs/<slug:club>/<slug:tournament>/sponsors/", sponsors.index, name="sponsors"),
    path("clubs/<slug:club>/<slug:tournament>/sponsors/<int:logo>/", sponsors.change, name="sponsor"),
    path("clubs/<slug:club>/<slug:tournament>/sponsors/<int:logo>/move/", sponsors.move, name="move-sponsor"),
    path(
        "clubs/<slug:club>/<slug:tournament>/sponsors/<int:logo>/remove/",
        sponsors.remove,
        name="remove-sponsor",
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/sponsors/<int:logo>/logo.jpg",
        sponsors.logo_file,
        name="sponsor-logo",
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/attachments/<int:number>/",
        tournament_pages.attachment,
        name="tournament-attachment",
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/records/", record_exports.show_records, name="tournament-records"
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/records/<str:code>/",
        record_exports.show_export,
        name="record-export",
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/records/<str:code>/records.zip",
        record_exports.download,
        name="record-export-file",
    ),
    path("clubs/<slug:club>/<slug:tournament>/add/", tournaments.add_event, name="add-event"),
    path(
        "clubs/<slug:club>/<slug:tournament>/settings/",
        tournament_settings.settings,
        name="tournament-settings",
    ),
    path(
        "clubs/<slug:club>/<slug:tournament>/officials/", memberships.tournament_officials, name="officials"
    ),
    path("check-in/<str:token>/", check_in.check_in_page, name="check-in"),
    path("clubs/<slug:club>/<slug:tournament>/weekly/", weekly_nights.make_weekly, name="make-weekly"),
    path(EVENT, include(event_pages)),
    path(f"{EVENT}desk/", include(desk_pages)),
]
