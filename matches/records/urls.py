"""Routes of the pages of match files; short ones for those of a match, because they are shared."""

from django.urls import path

from matches.records.views import (
    boards,
    certificates,
    declarations,
    overlay,
    performance,
    positions,
    recorder,
    site_keys,
    transcripts,
    uploads,
    videos,
)

DESK = "d/<str:code>/records/"
MATCH = "m/<str:code>/"
TRANSCRIPT = f"{MATCH}record/<int:number>/"
POSITION = f"{TRANSCRIPT}position/<int:game>/<int:action>/"

urlpatterns = [
    path("records/", uploads.upload, name="upload"),
    path(".well-known/crawford-keys.json", certificates.list_public_keys, name="signing-keys"),
    path("host/keys/", site_keys.edit_site_keys, name="site-keys"),
    path("host/keys/remove/", site_keys.remove_site_keys, name="remove-site-keys"),
    path("records/check/", certificates.check, name="check-file"),
    path("certificates/<str:certificate>/", certificates.show_certificate, name="certificate"),
    path("certificates/<str:certificate>/file/", certificates.download, name="certificate-file"),
    path("certificates/<str:certificate>/withdraw/", certificates.withdraw, name="withdraw-certificate"),
    path(f"{TRANSCRIPT}certificate/", certificates.issue, name="issue-certificate"),
    path("records/<int:number>/", uploads.show_unassigned, name="unassigned-transcript"),
    path("records/<int:number>/game/<int:game>/", uploads.show_unassigned_game, name="unassigned-game"),
    path("records/<int:number>/match/", uploads.assign, name="assign-transcript"),
    path("records/<int:number>/analysis/", uploads.request_analysis, name="analyse-unassigned"),
    path("records/<int:number>/analysis/cancel/", uploads.cancel_analysis, name="cancel-unassigned-analysis"),
    path("records/<int:number>/remove/", uploads.remove, name="remove-transcript"),
    path(DESK, uploads.list_archives, name="archives"),
    path(f"{DESK}<str:archive>/", uploads.show_archive, name="archive"),
    path(f"{DESK}<str:archive>/<int:number>/match/", uploads.assign_file, name="assign-archived-file"),
    path("position/", boards.show_position, name="position"),
    path(f"{MATCH}declarations/<str:side>/", declarations.declare, name="declare-match"),
    path(f"{MATCH}declarations/<str:side>/withdraw/", declarations.withdraw, name="withdraw-declaration"),
    path(f"{MATCH}record/", transcripts.attach_file, name="attach-file"),
    path(TRANSCRIPT, transcripts.show_transcript, name="transcript"),
    path(f"{TRANSCRIPT}text/", transcripts.download, name="transcript-text"),
    path(f"{TRANSCRIPT}as/<str:format>/", transcripts.download, name="transcript-as"),
    path(f"{TRANSCRIPT}gammonview/", transcripts.show_gammonview_link, name="gammonview-link"),
    path(f"{TRANSCRIPT}cards/<str:kind>/", transcripts.download_deck, name="transcript-deck"),
    path(f"{TRANSCRIPT}video/", videos.set_video, name="set-video"),
    path(f"{TRANSCRIPT}video/remove/", videos.remove_video, name="remove-video"),
    path(f"{TRANSCRIPT}video/marks/", videos.set_mark, name="set-video-mark"),
    path(f"{TRANSCRIPT}video/marks/remove/", videos.remove_mark, name="remove-video-mark"),
    path(f"{TRANSCRIPT}game/<int:game>/", transcripts.show_game, name="transcript-game"),
    path(f"{TRANSCRIPT}positions/<int:game>/", transcripts.show_positions, name="transcript-positions"),
    path(POSITION, positions.show_position, name="transcript-position"),
    path(f"{POSITION}board.png", positions.show_image, name="transcript-image"),
    path(f"{POSITION}share/", positions.share, name="transcript-share"),
    path(f"{POSITION}embed/", positions.embed, name="transcript-embed"),
    path(f"{TRANSCRIPT}move/", transcripts.move, name="move-transcript"),
    path(f"{TRANSCRIPT}withdraw/", transcripts.withdraw, name="withdraw-transcript"),
    path(f"{TRANSCRIPT}players/", transcripts.identify_players, name="identify-players"),
    path(
        f"{TRANSCRIPT}players/withdraw/", transcripts.withdraw_identification, name="withdraw-identification"
    ),
    path(f"{TRANSCRIPT}report/", transcripts.report, name="report-transcript"),
    path(f"{TRANSCRIPT}figures/", transcripts.enter_figure, name="enter-figure"),
    path(f"{TRANSCRIPT}analysis/", transcripts.request_analysis, name="request-analysis"),
    path(f"{TRANSCRIPT}analysis/cancel/", transcripts.cancel_analysis, name="cancel-analysis"),
    path(f"{MATCH}overlay/", overlay.show_overlay, name="overlay"),
    path(f"{MATCH}recorder/", recorder.show_recorder, name="recorder"),
    path(f"{MATCH}recorder/lines/", recorder.write_line, name="recorder-lines"),
    path(f"{MATCH}recorder/submit/", recorder.submit, name="submit-draft"),
    path("p/<str:code>/performance/", performance.show_performance, name="player-performance"),
    path("p/<str:code>/performance/cards/<str:kind>/", performance.download_deck, name="player-deck"),
    path("plays/<str:position>/<str:dice>/", recorder.list_plays, name="plays"),
]
