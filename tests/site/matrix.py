"""Who may do what at every address of the site: one table, read top to bottom; clubs are in matrix_clubs.

PUBLIC pages answer 200 to everybody. Every other address has a line for each method it knows, with what each
role is answered, in the order of ROLES:

  nobody     no account, no badge            director   directs the club
  card       came in by the table's card     foreign    directs another club
  stranger   signed in, belongs nowhere      recorder   records at the club's own desk
  player     shows the badge of White        owner      runs the whole site
  other      shows the badge of a player of another match
                                             helper     helps in the club without an office at its desk

200, 201, 302 (pages of a match) and 303 (pages of an event) mean it was done, 409 that it was understood
but the state of things says no, 403 not yours, 404 that for this visitor nothing is there, "sign" the way
to the sign-in page.
"""

from tests.site import matrix_clubs

ROLES = (
    "nobody",
    "card",
    "stranger",
    "player",
    "other",
    "director",
    "foreign",
    "recorder",
    "helper",
    "owner",
)

PUBLIC = """
/healthz
/readyz
/
/clubs/
/players/
/sign-in/link/
/sign-in/closed/
/sign-in/password/
/sign-in/password/sent/
/sign-in/password/1-wrong/
/account/email/wrong/
/help/
/laws/
/laws/{law}/
/laws/booklet.pdf
/laws/questions/
/laws/questions/prime/
/position/
/conduct/
/records/
/b/
/t/{table}/
/t/{table}/score/
/p/{player}/
/p/{player}/vs/{opponent}/
/p/{player}/performance/
/s/
/s/new/
/m/{match}/
/m/{match}/conduct/
/m/{match}/sheet/
/m/{match}/overlay/
/tv/
/tv/{desk}/
/tv/{screen}/
/m/{match}/report/
/m/{match}/score/
/m/{match}/record/{record}/
/m/{match}/record/{record}/text/
/m/{match}/record/{record}/as/mat/
/m/{match}/record/{record}/game/1/
/m/{match}/record/{record}/positions/1/
/m/{match}/record/{record}/position/1/1/
/m/{match}/record/{record}/position/1/1/board.png
/m/{match}/record/{record}/position/1/1/share/
/m/{match}/record/{record}/position/1/1/embed/
/m/{match}/recorder/
/plays/0000005030000500000000002000000050300005000000000020w/31/
/clubs/{club}/
/clubs/{club}/standings/
/clubs/{club}/rules.pdf
/clubs/{club}/calendar.ics
/clubs/{night}/
/clubs/{night}/calendar.ics
/clubs/{night}/image.png
/clubs/{night}/poster.pdf
/clubs/{night}/rules.pdf
/clubs/{night}/cover.jpg
/clubs/{night}/attachments/1/
/clubs/{night}/records/
/clubs/{night}/records/{export}/
/clubs/{night}/records/{export}/records.zip
/clubs/{club}/ratings/
/clubs/{club}/ratings/{list}/
/clubs/{club}/ratings/{list}/list.csv
/clubs/{club}/ratings/{list}/list.pdf
/clubs/{club}/seasons/{season}/changes/
/clubs/{club}/seasons/{season}/table.csv
/clubs/{club}/seasons/{season}/table.pdf
/clubs/{club}/players/{player}/
/clubs/{club}/rivals/
/clubs/{club}/positions/
/clubs/{club}/honours/
/clubs/{club}/years/{year}/
/clubs/{club}/members/
/clubs/{club}/casual/
/clubs/{club}/attendance/
/clubs/{club}/attendance/attendance.csv
/clubs/{club}/quiz/
/clubs/{club}/embed/
/clubs/{club}/embed/code/
/join/{link}/
/clubs/{signing}/sign-up/
/signed-up/{sign_up_token}/
/clubs/{club}/leagues/
/clubs/{club}/mine/
/clubs/{club}/ladders/
/clubs/{club}/ladders/{ladder}/
/clubs/{club}/ladders/{ladder}/ladder.csv
/clubs/{league}/league/
/clubs/{league}/league/1.csv
/clubs/{competition}/
/clubs/{competition}/bracket/
/clubs/{competition}/entries/
/clubs/{competition}/results/
/clubs/{competition}/standings/
/clubs/{competition}/report/
/clubs/{competition}/report.pdf
/clubs/{squads}/teams/
/clubs/{squads}/meeting/R1-1/
/clubs/{competition}/lots/
/clubs/{competition}/journal/
/clubs/{competition}/prizes/
/clubs/{competition}/embed/
/clubs/{competition}/embed/code/
/api/v1/
/api/v1/docs/
/api/v1/schema/
/api/v1/transcripts/
/api/v1/sessions/
/api/v1/sessions/history/
/s/history/
/api/v1/matches/
/api/v1/matches/{match}/
/api/v1/matches/{match}/transcripts/
/api/v1/matches/{match}/transcripts/{record}/
/api/v1/clubs/
/api/v1/clubs/{club}/
/api/v1/clubs/{club}/tournaments/
/api/v1/clubs/{club}/tournaments/{evening}/
/api/v1/clubs/{club}/seasons/{season}/standings/
/api/v1/clubs/{club}/rating-lists/{list}/ratings/
/api/v1/clubs/{club}/players/{player}/
/api/v1/events/{event}/
/api/v1/events/{event}/entries/
/api/v1/events/{event}/pairings/
/api/v1/events/{event}/standings/
/api/v1/events/{event}/report/
/api/v1/events/{event}/plan/
"""

OUTSIDE_CLUBS = """
#                                                 nob. card str. play oth. dir. for. rec. hlp. own.
GET  /admin/                                      302  302  302  302  302  302  302  302  302  200
GET  /sign-in/                                    200  200  302  200  200  302  302  302  302  302
GET  /sign-up/                                    403  403  302  403  403  302  302  302  302  302
GET  /sign-in/code/                               200  200  302  200  200  302  302  302  302  302
GET  /sign-in/code/enter/                         302  302  302  302  302  302  302  302  302  302
GET  /sign-in/passkey/                            302  302  302  302  302  302  302  302  302  302
GET  /sign-in/second/                             302  302  302  302  302  302  302  302  302  302
GET  /sign-in/again/                              sign sign 403  sign sign 302  302  403  302  403
GET  /sign-in/again/code/                         sign sign 403  sign sign 302  302  403  200  403
GET  /sign-in/again/passkey/                      sign sign 403  sign sign 200  200  403  302  403
GET  /clubs/{competition}/podium.png               404  404  404  404  404  404  404  404  404  404
GET  /setup/wrong/                                404  404  404  404  404  404  404  404  404  404
GET  /account/                                    sign sign 200  sign sign 200  200  200  200  200
GET  /account/password/                           sign sign 200  sign sign 200  200  200  200  200
GET  /account/data/                               sign sign 200  sign sign 200  200  200  200  200
GET  /offices/                                     sign sign 200  sign sign 200  200  200  200  200
GET  /tokens/                                     sign sign 200  sign sign 200  200  200  200  200
GET  /account/close/                              sign sign 200  sign sign 200  200  200  200  200
GET  /account/links/                              sign sign 404  sign sign 200  200  200  404  200
GET  /account/email/                              sign sign 200  sign sign 200  200  200  200  200
GET  /account/passkeys/add/                       404  404  404  404  404  404  404  404  404  404
GET  /account/passkeys/{passkey}/                 sign sign 404  sign sign 200  404  404  404  404
GET  /account/passkeys/{passkey}/remove/          sign sign 404  sign sign 200  404  404  404  404
GET  /account/second/                             sign sign 200  sign sign 200  200  200  302  200
GET  /account/second/remove/                      sign sign 404  sign sign 404  404  404  200  404
GET  /account/second/codes/                       sign sign 404  sign sign 404  404  404  200  404
GET  /account/second/codes/new/                   sign sign 404  sign sign 404  404  404  200  404
GET  /account/second/codes.txt                    sign sign 404  sign sign 404  404  404  200  404
GET  /metrics                                     404  404  404  404  404  404  404  404  404  200
GET  /host/                                       sign sign 404  sign sign 404  404  404  404  200
GET  /host/clubs/                                 sign sign 404  sign sign 404  404  404  404  200
GET  /rulings/                                    sign sign 200  sign sign 200  200  200  200  200
GET  /records/{kept}/                             404  404  404  404  404  200  404  404  404  404
GET  /records/{kept}/game/1/                      404  404  404  404  404  200  404  404  404  404
GET  /d/{desk}/sheets/                            404  404  404  404  404  200  404  404  404  200
GET  /d/{desk}/conduct/                           404  404  404  404  404  200  404  404  404  200
GET  /d/{desk}/laws/                              404  404  404  404  404  200  404  404  404  200
GET  /d/{desk}/records/                           404  404  404  404  404  200  404  404  404  200
GET  /d/{desk}/records/{archive}/                  404  404  404  404  404  200  404  404  404  200
GET  /s/{session}/                                404  404  404  200  404  200  404  200  404  200
GET  /s/{session}/split/                          404  404  404  404  404  200  404  200  404  200
GET  /s/{session}/settlement/                     404  404  404  200  404  200  404  200  404  200
GET  /p/{player}/yours/                           404  404  404  200  404  200  404  404  404  200
GET  /p/{player}/yours/data/                      404  404  404  200  404  404  404  404  404  404
POST /p/{player}/yours/name/                      404  404  404  302  404  302  404  404  404  302
POST /p/{player}/yours/forget/                    404  404  404  403  404  409  404  404  404  409
POST /p/{player}/spelled/                         404  404  404  404  404  302  404  404  404  302
GET  /p/{player}/spellings/                       404  404  404  404  404  200  404  404  404  200
GET  /p/{player}/spellings/{namesake}/            404  404  404  404  404  200  404  404  404  200
POST /p/{player}/spellings/{namesake}/            404  404  404  404  404  302  404  404  404  302
POST /p/{player}/spellings/{namesake}/apart/      404  404  404  404  404  302  404  404  404  302
POST /p/{player}/spellings/{namesake}/part/       404  404  404  404  404  302  404  404  404  302
POST /language/setlang/                           302  302  302  302  302  302  302  302  302  302
POST /theme/                                      302  302  302  302  302  302  302  302  302  302
POST /follow/                                     302  302  302  302  302  302  302  302  302  302
POST /sign-in/                                    200  200  302  200  200  302  302  302  302  302
POST /sign-out/                                   302  302  302  302  302  302  302  302  302  302
POST /sign-up/                                    403  403  302  403  403  302  302  302  302  302
POST /sign-in/code/                               302  302  302  302  302  302  302  302  302  302
POST /sign-in/code/enter/                         302  302  302  302  302  302  302  302  302  302
POST /sign-in/passkey/                            302  302  302  302  302  302  302  302  302  302
POST /sign-in/passkey/ask/                        404  404  404  404  404  404  404  404  404  404
POST /sign-in/second/                             302  302  302  302  302  302  302  302  302  302
POST /sign-in/link/                               403  403  403  403  403  403  403  403  403  403
POST /sign-in/again/                              sign sign 403  sign sign 302  302  403  302  403
POST /sign-in/again/code/                         sign sign 403  sign sign 302  302  403  200  403
POST /sign-in/again/passkey/                      sign sign 403  sign sign 302  302  403  302  403
POST /sign-in/password/                           302  302  302  302  302  302  302  302  302  302
POST /sign-in/password/1-wrong/                   200  200  200  200  200  200  200  200  200  200
POST /setup/wrong/                                404  404  404  404  404  404  404  404  404  404
POST /account/name/                               sign sign 302  sign sign 302  302  302  302  302
POST /account/player/leave/                       sign sign 302  sign sign 302  302  302  302  302
POST /account/devices/all/                        sign sign 302  sign sign 302  302  302  302  302
POST /account/devices/{device}/                   sign sign 404  sign sign 302  404  404  404  404
POST /account/password/                           sign sign 302  sign sign 302  302  302  302  302
POST /tokens/                                     sign sign 400  sign sign 200  400  200  200  400
POST /offices/{offer}/accept/                      sign sign 404  sign sign 404  404  404  404  404
POST /tokens/{program}/revoke/                    sign sign 404  sign sign 303  404  404  404  404
POST /account/close/                              sign sign 409  sign sign 409  409  409  409  409
POST /account/links/                              sign sign 404  sign sign 200  403  403  404  200
POST /account/email/                              sign sign 302  sign sign 302  302  302  302  302
POST /account/email/wrong/                        404  404  404  404  404  404  404  404  404  404
POST /account/passkeys/add/                       404  404  404  404  404  404  404  404  404  404
POST /account/passkeys/{passkey}/                 sign sign 404  sign sign 302  404  404  404  404
POST /account/passkeys/{passkey}/remove/          sign sign 404  sign sign 302  404  404  404  404
POST /account/second/                             sign sign 200  sign sign 200  200  200  302  200
POST /account/second/remove/                      sign sign 404  sign sign 404  404  404  302  404
POST /account/second/codes/new/                   sign sign 404  sign sign 404  404  404  302  404
POST /b/                                          302  302  302  302  302  302  302  302  302  302
POST /b/claim/                                    302  302  302  302  302  302  302  302  302  302
POST /s/                                          302  302  302  302  302  302  302  302  302  302
POST /s/new/                                      302  302  302  302  302  302  302  302  302  302
POST /s/{session}/play/                           404  404  404  302  404  302  404  302  404  302
POST /s/{session}/join/                           404  404  404  409  404  302  404  302  404  302
POST /s/{session}/guest/                          404  404  404  403  404  302  404  302  404  302
POST /s/{session}/leave/                          404  404  404  302  404  302  404  302  404  302
POST /s/{session}/lots/                           404  404  404  302  404  302  404  302  404  302
POST /s/{session}/partner/                        404  404  404  409  404  409  404  409  404  409
POST /s/{session}/split/                          404  404  404  404  404  409  404  409  404  409
POST /s/{session}/two/                            404  404  404  403  404  409  404  409  404  409
POST /s/{session}/undo/                           404  404  404  403  404  302  404  302  404  302
POST /s/{session}/close/                          404  404  404  403  404  302  404  302  404  302
POST /s/{session}/invite/                         404  404  404  403  404  200  404  200  404  200
POST /records/                                    403  403  302  302  302  302  302  302  302  302
POST /records/{kept}/match/                       404  404  404  404  404  302  404  404  404  404
POST /d/{desk}/records/                           404  404  404  404  404  302  404  404  404  302
POST /d/{desk}/laws/                              404  404  404  404  404  302  404  404  404  302
POST /m/{match}/conduct/                          403  403  403  403  403  302  403  403  403  302
POST /d/{desk}/records/{archive}/1/match/          404  404  404  404  404  302  404  404  404  302
POST /m/{match}/report/                           403  302  403  302  403  302  403  403  403  302
POST /m/{match}/confirm/                          403  302  403  302  403  302  403  403  403  302
POST /m/{match}/dispute/                          403  302  403  302  403  302  403  403  403  302
POST /m/{match}/accept/                           403  403  403  302  403  403  403  403  403  403
POST /m/{match}/withdraw/                         403  403  403  302  403  302  403  403  403  302
POST /m/{match}/score/                            403  302  403  302  403  302  403  403  403  302
POST /m/{match}/score/undo/                       403  302  403  302  403  302  403  403  403  302
POST /m/{match}/record/                           403  302  403  302  403  302  403  403  403  302
POST /m/{match}/record/{record}/report/           403  302  403  302  403  302  403  403  403  302
POST /m/{match}/record/{record}/figures/          403  302  403  302  403  302  403  403  403  302
POST /m/{match}/record/{record}/analysis/         403  302  403  302  403  302  403  403  403  302
POST /m/{match}/record/{record}/analysis/cancel/  403  302  403  302  403  302  403  403  403  302
POST /m/{match}/recorder/                         403  302  403  302  403  302  403  403  403  302
POST /m/{match}/recorder/lines/                   403  200  403  200  403  200  403  403  403  200
POST /m/{match}/recorder/submit/                 403  409  403  409  403  409  403  403  403  409
POST /m/{match}/begin/                            403  302  403  302  403  302  403  403  403  302
POST /m/{match}/penalty/                          403  403  403  403  403  302  403  403  403  302
POST /m/{match}/penalty/lift/                     403  403  403  403  403  302  403  403  403  302
POST /m/{match}/postpone/                         403  403  403  403  403  302  403  403  403  302
POST /m/{match}/resume/                           403  403  403  403  403  302  403  403  403  302
POST /m/{match}/award/                            403  403  403  403  403  302  403  403  403  302
POST /m/{match}/rule/                             403  403  403  403  403  302  403  403  403  302
POST /m/{match}/correct/                          403  403  403  403  403  302  403  403  403  302
POST /m/{match}/reopen/                           403  403  403  403  403  302  403  403  403  302
POST /m/{match}/void/                             403  403  403  403  403  302  403  403  403  302
POST /signed-up/{sign_up_token}/                  303  303  303  303  303  303  303  303  303  303
POST /signed-up/{sign_up_token}/withdraw/         303  303  303  303  303  303  303  303  303  303
POST /join/{link}/                                303  303  303  303  303  303  303  303  303  303
POST /host/work/0/try-again/                      sign sign 404  sign sign 404  404  404  404  409
POST /host/work/0/give-up/                        sign sign 404  sign sign 404  404  404  404  409
POST /host/clubs/{club}/archive/                  sign sign 404  sign sign 404  404  404  404  303
POST /tv/                                         303  303  303  303  303  303  303  303  303  303
POST /tv/{screen}/here/                           204  204  204  204  204  204  204  204  204  204
PUT    /api/v1/events/{event}/plan/                           403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/draws/                403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/publish/              403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/rounds/               403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/rounds/preview/       403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/changes/              403  403  403  403  403  201  403  403  403  201
POST /api/v1/events/{event}/changes/preview/      403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/undo/                 403  403  403  403  403  201  403  403  403  201
GET  /api/v1/events/{event}/undo/                 403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/redo/                 403  403  403  403  403  409  403  403  403  409
GET  /api/v1/events/{event}/redo/                 403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/entries/              403  403  403  403  403  201  403  403  403  201
POST /api/v1/matches/{match}/reports/             403  201  403  201  403  201  403  403  403  201
POST /api/v1/matches/{match}/reports/1/confirm/  403  200  403  200  403  200  403  403  403  200
POST /api/v1/matches/{match}/reports/1/dispute/  403  201  403  201  403  201  403  403  403  201
POST /api/v1/matches/{match}/reports/1/accept/  403  403  403  200  403  403  403  403  403  403
POST /api/v1/matches/{match}/reports/1/withdraw/  403  403  403  200  403  200  403  403  403  200
POST /api/v1/matches/{match}/begin/               403  200  403  200  403  200  403  403  403  200
POST /api/v1/matches/{match}/penalties/           403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/penalties/lift/      403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/postpone/            403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/resume/              403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/award/               403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/rule/                403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/correct/             403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/reopen/              403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/void/                403  403  403  403  403  200  403  403  403  200
POST /api/v1/matches/{match}/games/               403  201  403  201  403  201  403  403  403  201
DELETE /api/v1/matches/{match}/games/last/  403  200  403  200  403  200  403  403  403  200
GET  /api/v1/matches/{match}/transcripts/{record}/figures/  200  200  200  200  200  200  200  200  200  200
POST /api/v1/matches/{match}/transcripts/{record}/figures/  403  201  403  201  403  201  403  403  403  201
POST /api/v1/matches/{match}/transcripts/             403  201  403  201  403  201  403  403  403  201
POST /api/v1/transcripts/                             403  403  201  201  201  201  201  201  201  201
GET  /api/v1/transcripts/{kept}/                      404  404  404  404  404  200  404  404  404  404
POST /api/v1/transcripts/{kept}/link/                 404  404  404  404  404  200  404  404  404  404
GET  /api/v1/desks/{desk}/archives/                404  404  404  404  404  200  404  404  404  200
POST /api/v1/desks/{desk}/archives/                404  404  404  404  404  201  404  404  404  201
GET  /api/v1/desks/{desk}/conduct-rulings/         404  404  404  404  404  200  404  404  404  200
GET  /api/v1/desks/{desk}/laws/                    404  404  404  404  404  200  404  404  404  200
PUT  /api/v1/desks/{desk}/laws/                    404  404  404  404  404  200  404  404  404  200
POST /api/v1/desks/{desk}/conduct-rulings/         404  404  404  404  404  201  404  404  404  201
GET  /api/v1/desks/{desk}/archives/{archive}/       404  404  404  404  404  200  404  404  404  200
POST /api/v1/desks/{desk}/archives/{archive}/files/1/link/ 404 404 404 404 404 200 404 404 404 200
POST /api/v1/sessions/                            201  201  201  201  201  201  201  201  201  201
GET  /api/v1/sessions/{session}/                  404  404  404  200  404  200  404  200  404  200
POST /api/v1/sessions/{session}/invite/           404  404  404  403  404  201  404  201  404  201
POST /api/v1/sessions/{session}/close/            404  404  404  403  404  201  404  201  404  201
POST /api/v1/sessions/{session}/guests/           404  404  404  403  404  201  404  201  404  201
POST /api/v1/sessions/{session}/split/            404  404  404  403  404  409  404  409  404  409
POST /api/v1/sessions/{session}/two/              404  404  404  403  404  409  404  409  404  409
POST /api/v1/sessions/{session}/leave/            404  404  404  201  404  201  404  201  404  201
POST /api/v1/sessions/{session}/partner/          404  404  404  409  404  409  404  409  404  409
POST /api/v1/sessions/{session}/entries/          404  404  404  201  404  201  404  201  404  201
POST /api/v1/sessions/{session}/join/             404  404  404  409  404  201  404  201  404  201
POST /api/v1/sessions/{session}/lots/             404  404  404  201  404  201  404  201  404  201
POST /api/v1/sessions/{session}/undo/             404  404  404  403  404  201  404  201  404  201
"""

RIGHTS = f"{OUTSIDE_CLUBS}{matrix_clubs.RIGHTS}"
