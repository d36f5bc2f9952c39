"""Who may do what at the addresses of the API that stand for deeds of the pages: a part of the matrix."""

PUBLIC = """
/api/v1/clubs/{club}/attendance/
/api/v1/clubs/{club}/casual-matches/
/api/v1/clubs/{club}/fixtures/
/api/v1/clubs/{club}/ladders/
/api/v1/clubs/{club}/ladders/{ladder}/
/api/v1/clubs/{club}/leagues/
/api/v1/clubs/{club}/members/
/api/v1/clubs/{club}/weekly-tournaments/
/api/v1/clubs/{club}/rating-lists/
/api/v1/clubs/{club}/rating-lists/{list}/
/api/v1/clubs/{club}/rivals/
/api/v1/clubs/{club}/positions/
/api/v1/clubs/{club}/tournaments/{evening}/record-exports/{export}/
/api/v1/clubs/{club}/honours/
/api/v1/clubs/{club}/years/{year}/
/api/v1/clubs/{club}/seasons/
/api/v1/clubs/{club}/seasons/{season}/
/api/v1/clubs/{club}/seasons/{season}/changes/
/api/v1/clubs/{club}/seasons/{season}/divisions/
/api/v1/clubs/{signing_api}/registration/
/api/v1/sign-ups/{sign_up_token}/
/api/v1/events/
/api/v1/events/{event}/entries/1/
/api/v1/events/{event}/journal/
/api/v1/events/{event}/prizes/
/api/v1/events/{league_event}/league/
/api/v1/events/{squads_event}/meetings/R1-1/
/api/v1/events/{squads_event}/teams/
/api/v1/events/{squads_event}/teams/1/
/api/v1/matches/{match}/draft/
/api/v1/matches/{match}/transcripts/{record}/files/mat/
/api/v1/players/
/api/v1/players/{player}/
/api/v1/players/{player}/performance/
/api/v1/problems/already_reported/
"""

RIGHTS = """
#                                                            nob. card str. play oth. dir. for. rec. hlp. own.
POST /api/v1/clubs/                                           403  403  201  403  403  201  201  201  201  201
POST   /api/v1/clubs/{club}/casual-matches/                   403  403  403  403  403  201  403  201  403  201
POST   /api/v1/clubs/{club}/tournaments/{evening}/events/     403  403  403  403  403  201  403  403  403  201
PATCH  /api/v1/clubs/{club}/tournaments/{evening}/            403  403  403  403  403  200  403  403  403  200
DELETE /api/v1/clubs/{club}/tournaments/{evening}/            403  403  403  403  403  409  403  403  403  409
POST   /api/v1/clubs/{club}/tournaments/{evening}/publish/    403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/{evening}/hide/       403  403  403  403  403  409  403  403  403  409
POST   /api/v1/clubs/{club}/tournaments/{evening}/record-exports/ 201 201 201 201 201 201 201 201 201 201
POST   /api/v1/clubs/{club}/tournaments/{evening}/copy/       403  403  403  403  403  201  403  403  403  201
POST   /api/v1/clubs/{club}/tournaments/{evening}/cover/      403  403  403  403  403  409  403  403  403  409
DELETE /api/v1/clubs/{club}/tournaments/{evening}/cover/      403  403  403  403  403  204  403  403  403  204
POST   /api/v1/clubs/{club}/tournaments/{evening}/attachments/ 403 403 403 403 403 409 403 403 403 409
DELETE /api/v1/clubs/{club}/tournaments/{evening}/attachments/1/ 403 403 403 403 403 204 403 403 403 204
POST   /api/v1/clubs/{club}/tournaments/{evening}/cancel/     403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/{evening}/reinstate/  403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/{evening}/archive/    403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/{evening}/restore/    403  403  403  403  403  200  403  403  403  200
GET    /api/v1/clubs/{club}/tournaments/{evening}/officials/  403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/{evening}/officials/  403  403  403  403  403  409  403  403  403  409
DELETE /api/v1/clubs/{club}/tournaments/{evening}/officials/nobody/ 403 403 403 403 403 409 403 403 403 409
POST   /api/v1/clubs/{club}/tournaments/{evening}/repeat-weekly/ 403 403 403 403 403 201 403 403 403 201
PUT  /api/v1/clubs/{signing_api}/registration/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{signing_api}/registration/act/ 403 403 403 403 403 200 403 403 403 200
GET  /api/v1/clubs/{signing_api}/registration/sign-ups/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{signing_api}/registration/sign-ups/ 201 201 201 201 201 201 201 201 201 201
PATCH /api/v1/clubs/{signing_api}/registration/sign-ups/{sign_up}/ 403 403 403 403 403 200 403 403 403 200
PATCH /api/v1/sign-ups/{sign_up_token}/                       200  200  200  200  200  200  200  200  200  200
DELETE /api/v1/sign-ups/{sign_up_token}/                      204  204  204  204  204  204  204  204  204  204
DELETE /api/v1/sign-ups/{sign_up_token}/events/{signing_event}/ 200 200 200 200 200 200 200 200 200 200
POST /api/v1/clubs/{club}/fixtures/{match}/agree/             404  404  404  404  404  404  404  404  404  404
POST /api/v1/clubs/{club}/fixtures/{match}/propose/           404  404  404  404  404  404  404  404  404  404
GET  /api/v1/clubs/{club}/imports/                            403  403  403  403  403  200  403  403  403  200
GET  /api/v1/clubs/{club}/imports/tasks/{task}/               403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/imports/players/                    403  403  403  403  403  201  403  403  403  201
POST /api/v1/clubs/{club}/imports/players/preview/            403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/imports/results/                    403  403  403  403  403  201  403  403  403  201
POST /api/v1/clubs/{club}/imports/results/preview/            403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/imports/{past}/undo/                403  403  403  403  403  200  403  403  403  200
GET  /api/v1/clubs/{club}/invitations/                        403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/invitations/                        403  403  403  403  403  201  403  403  403  201
DELETE /api/v1/clubs/{club}/invitations/{invite}/             403  403  403  403  403  204  403  403  403  204
GET  /api/v1/clubs/{club}/webhooks/                           403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/webhooks/                           403  403  403  403  403  201  403  403  403  201
GET  /api/v1/clubs/{club}/webhooks/{webhook}/                 403  403  403  403  403  200  403  403  403  200
PATCH /api/v1/clubs/{club}/webhooks/{webhook}/                403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/webhooks/{webhook}/rotate-secret/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/webhooks/{webhook}/ping/            403  403  403  403  403  201  403  403  403  201
GET /api/v1/clubs/{club}/webhooks/{webhook}/deliveries/   403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/webhooks/{webhook}/deliveries/x/redeliver/ 403 403 403 403 403 409 403 403 403 409
POST /api/v1/clubs/{club}/webhooks/{webhook}/pause/           403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/webhooks/{webhook}/resume/          403  403  403  403  403  200  403  403  403  200
DELETE /api/v1/clubs/{club}/webhooks/{webhook}/ 403 403 403 403 403 204 403 403 403 204
POST   /api/v1/clubs/{club}/join/                             403  403  403  403  403  403  403  403  403  403
POST /api/v1/clubs/{club}/ladders/                            403  403  403  403  403  201  403  403  403  201
PUT /api/v1/clubs/{club}/ladders/{ladder}/                    403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/ladders/{ladder}/challenges/        403  403  403  403  403  201  403  403  403  201
POST /api/v1/clubs/{club}/ladders/{ladder}/challenges/1/accept/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/ladders/{ladder}/challenges/1/call-off/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/ladders/{ladder}/challenges/1/refuse/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/ladders/{ladder}/members/           403  403  403  403  403  409  403  403  403  409
DELETE /api/v1/clubs/{club}/ladders/{ladder}/members/2/       403  403  403  403  403  204  403  403  403  204
PUT /api/v1/clubs/{club}/ladders/{ladder}/members/2/          403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/ladders/{ladder}/undo/              403  403  403  403  403  409  403  403  403  409
POST /api/v1/clubs/{club}/leagues/                            403  403  403  403  403  201  403  403  403  201
POST   /api/v1/clubs/{club}/leave/                            403  403  404  403  403  409  404  200  200  404
POST /api/v1/clubs/{club}/members/                            403  403  403  403  403  201  403  403  403  201
POST   /api/v1/clubs/{club}/offers/                           403  403  403  403  403  409  403  403  403  409
POST   /api/v1/clubs/{club}/members/{membership}/badge/       403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/members/{membership}/restore/     403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/members/{membership}/decline/       403  403  403  403  403  409  403  403  403  409
DELETE /api/v1/clubs/{club}/members/{membership}/             403  403  403  403  403  204  403  403  403  204
POST   /api/v1/clubs/{club}/members/{membership}/accept/      403  403  403  403  403  409  403  403  403  409
POST   /api/v1/clubs/{club}/weekly-tournaments/               403  403  403  403  403  201  403  403  403  201
PUT    /api/v1/clubs/{club}/weekly-tournaments/{weekly}/      403  403  403  403  403  200  403  403  403  200
DELETE /api/v1/clubs/{club}/weekly-tournaments/{weekly}/      403  403  403  403  403  204  403  403  403  204
POST   /api/v1/clubs/{club}/weekly-tournaments/{weekly}/restore/ 403 403 403 403 403 200 403 403 403 200
POST   /api/v1/clubs/{club}/weekly-tournaments/{weekly}/skip/ 403 403 403 403 403 200 403 403 403 200
POST   /api/v1/clubs/{club}/weekly-tournaments/{weekly}/start/ 403 403 403 403 403 201 403 403 403 201
GET  /api/v1/clubs/{club}/offers/                             403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/offers/{offer}/accept/              403  403  404  403  403  404  404  404  404  404
POST /api/v1/clubs/{club}/offers/{offer}/decline/             403  403  404  403  403  404  404  404  404  404
DELETE /api/v1/clubs/{club}/offers/{offer}/                   403  403  403  403  403  204  403  403  403  204
PATCH  /api/v1/clubs/{club}/                                  403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/rating-lists/                       403  403  403  403  403  201  403  403  403  201
PATCH  /api/v1/clubs/{club}/rating-lists/{list}/              403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/rating-lists/{list}/preview/        403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/clubs/{club}/rating-lists/{list}/starting-ratings/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/clubs/{club}/imports/reports/ 403 403 403 403 403 409 403 403 403 409
POST /api/v1/clubs/{club}/imports/reports/preview/ 403 403 403 403 403 409 403 403 403 409
POST /api/v1/clubs/{club}/seasons/                            403  403  403  403  403  201  403  403  403  201
PATCH  /api/v1/clubs/{club}/seasons/{season}/                 403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/clubs/{club}/seasons/{season}/divisions/       403  403  403  403  403  200  403  403  403  200
POST /api/v1/clubs/{club}/seasons/{season}/preview/           403  403  403  403  403  200  403  403  403  200
POST   /api/v1/clubs/{club}/tournaments/                      403  403  403  403  403  201  403  403  403  201
POST /api/v1/clubs/{club}/imports/events/ 403 403 403 403 403 409 403 403 403 409
PATCH /api/v1/events/{event}/                                 403  403  403  403  403  200  403  403  403  200
DELETE /api/v1/events/{event}/                                403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/cancel/                           403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/reinstate/                        403  403  403  403  403  200  403  403  403  200
GET  /api/v1/events/{event}/announcements/                    403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/announcements/                    403  403  403  403  403  201  403  403  403  201
POST /api/v1/events/{event}/announcements/{announcement}/withdraw/ 403 403 403 403 403 200 403 403 403 200
POST   /api/v1/events/{event}/entries/check-in-all/           403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/entries/1/badge/                403  403  403  403  403  201  403  403  403  201
POST /api/v1/events/{event}/corrections/                      403  403  403  403  403  201  403  403  403  201
POST /api/v1/events/{event}/corrections/preview/              403  403  403  403  403  200  403  403  403  200
GET  /api/v1/events/{event}/desk/                             403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/desk/search/                    403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/events/{event}/desk/policy/                    403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/desk/quick-result/              403  403  403  403  403  201  403  403  403  201
PUT    /api/v1/events/{event}/desk/tables/1/                  403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/desk/tables/                    403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/events/{event}/desk/times/                     403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/end-stage/                      403  403  403  403  403  409  403  403  403  409
PUT    /api/v1/events/{event}/entries/1/                      403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/entries/file/                     403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/performance-ratings/            403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/performance-ratings/            403  403  403  403  403  409  403  403  403  409
GET  /api/v1/events/{event}/files/event.json                  403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/accounts/                      403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/accounts/{player}/             403  403  403  403  403  200  403  403  403  200
PATCH  /api/v1/events/{event}/accounts/{player}/             403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/auctions/                      403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/auctions/                      403  403  403  403  403  201  403  403  403  201
GET    /api/v1/events/{event}/auctions/2/                    403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/events/{event}/auctions/2/                    403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/events/{event}/auctions/2/lots/               403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/auctions/2/lots/1/sale/        403  403  403  403  403  201  403  403  403  201
DELETE /api/v1/events/{event}/auctions/2/lots/1/sale/        403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/auctions/2/lots/1/buy-back/    403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/auctions/2/lots/1/payments/    403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/auctions/2/lots/1/refunds/     403  403  403  403  403  409  403  403  403  409
GET    /api/v1/events/{event}/cash-desk/                     403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/cash-desk/cashiers/            403  403  403  403  403  201  403  403  403  201
DELETE /api/v1/events/{event}/cash-desk/cashiers/{director}/  403  403  403  403  403  204  403  403  403  204
POST   /api/v1/events/{event}/cash-desk/counts/              403  403  403  403  403  201  403  403  403  201
GET    /api/v1/events/{event}/fees/                          403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/fees/                          403  403  403  403  403  201  403  403  403  201
PUT    /api/v1/events/{event}/fees/                          403  403  403  403  403  200  403  403  403  200
DELETE /api/v1/events/{event}/fees/                          403  403  403  403  403  409  403  403  403  409
GET    /api/v1/events/{event}/ledger/                        403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/ledger/files/money.json       403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/payments/                      403  403  403  403  403  201  403  403  403  201
POST   /api/v1/events/{event}/payments/all/                  403  403  403  403  403  201  403  403  403  201
GET    /api/v1/events/{event}/pools/                         403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/pools/                         403  403  403  403  403  201  403  403  403  201
GET    /api/v1/events/{event}/pools/1/                       403  403  403  403  403  200  403  403  403  200
PUT    /api/v1/events/{event}/pools/1/                       403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/pools/1/players/               403  403  403  403  403  201  403  403  403  201
DELETE /api/v1/events/{event}/pools/1/players/{player}/      403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/prizes/claims/                 403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/prizes/payments/               403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/prizes/returns/                403  403  403  403  403  409  403  403  403  409
GET    /api/v1/events/{event}/receipts/                      403  403  403  403  403  200  403  403  403  200
GET    /api/v1/events/{event}/receipts/1/                    403  403  403  403  403  200  403  403  403  200
POST   /api/v1/events/{event}/receipts/1/reverse/            403  403  403  403  403  201  403  403  403  201
POST   /api/v1/events/{event}/refunds/                       403  403  403  403  403  409  403  403  403  409
PUT    /api/v1/events/{event}/plan/format/                    403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/plan/stages/                    403  403  403  403  403  201  403  403  403  201
PATCH  /api/v1/events/{event}/plan/stages/main/               403  403  403  403  403  409  403  403  403  409
DELETE /api/v1/events/{event}/plan/stages/main/               403  403  403  403  403  409  403  403  403  409
PUT    /api/v1/events/{event}/entries/1/presence/             403  403  403  403  403  200  403  403  403  200
GET  /api/v1/events/{event}/rolling/                          403  403  403  403  403  404  403  403  403  404
POST /api/v1/events/{event}/rolling/close/                    403  403  403  403  403  404  403  403  403  404
POST /api/v1/events/{event}/rolling/open/                     403  403  403  403  403  404  403  403  403  404
POST /api/v1/events/{event}/rolling/start/                    403  403  403  403  403  404  403  403  403  404
POST /api/v1/events/{event}/rounds/allow/                     403  403  403  403  403  409  403  403  403  409
PUT    /api/v1/events/{event}/rounds/count/                   403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{event}/rounds/forbid/                    403  403  403  403  403  409  403  403  403  409
GET  /api/v1/events/{event}/screens/                          403  403  403  403  403  200  403  403  403  200
POST /api/v1/events/{event}/screens/                          403  403  403  403  403  201  403  403  403  201
GET /api/v1/events/{event}/screens/{screen}/ 403 403 403 403 403 200 403 403 403 200
PATCH /api/v1/events/{event}/screens/{screen}/ 403 403 403 403 403 200 403 403 403 200
DELETE /api/v1/events/{event}/screens/{screen}/ 403 403 403 403 403 204 403 403 403 204
POST   /api/v1/events/{event}/entries/1/replace/              403  403  403  403  403  409  403  403  403  409
POST   /api/v1/events/{event}/entries/2/withdraw/             403  403  403  403  403  201  403  403  403  201
PUT /api/v1/events/{league_event}/league/                     403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{league_event}/league/begin/              403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{league_event}/league/deadlines/          403  403  403  403  403  201  403  403  403  201
PUT /api/v1/events/{league_event}/league/divisions/           403  403  403  403  403  409  403  403  403  409
PUT /api/v1/events/{league_event}/league/fixtures/nowhere/    403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{league_event}/league/fixtures/nowhere/decide/ 403 403 403 403 403 409 403 403 403 409
POST /api/v1/events/{league_event}/league/next/               403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{league_event}/league/playoffs/           403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{squads_event}/meetings/R1-1/line-up/     404  404  404  404  404  201  404  404  404  201
POST /api/v1/events/{squads_event}/meetings/R1-1/open/        403  403  403  403  403  201  403  403  403  201
POST /api/v1/events/{squads_event}/meetings/R1-1/play-off/    403  403  403  403  403  409  403  403  403  409
POST /api/v1/events/{squads_event}/meetings/R1-1/seats/       403  403  403  403  403  409  403  403  403  409
PUT /api/v1/events/{squads_event}/teams/1/ 403 403 403 403 403 200 403 403 403 200
POST /api/v1/matches/{match}/call/                            403  403  403  403  403  200  403  403  403  200
PUT  /api/v1/matches/{match}/draft/                           403  200  403  200  403  200  403  403  403  200
POST /api/v1/matches/{match}/draft/submit/                    403  409  403  409  403  409  403  403  403  409
GET  /api/v1/matches/{match}/transcripts/{record}/analysis/ 404  404  404  404  404  404  404  404  404  404
POST /api/v1/matches/{match}/transcripts/{record}/analysis/ 403  201  403  201  403  201  403  403  403  201
DELETE /api/v1/matches/{match}/transcripts/{record}/analysis/ 403 404 403 404 403 404 403 403 403 404
POST /api/v1/matches/{match}/transcripts/{record}/report/ 403  201  403  201  403  201  403  403  403  201
GET  /api/v1/players/{player}/data/                           404  404  404  200  404  404  404  404  404  404
POST /api/v1/players/{player}/forget/                         404  404  404  403  404  409  404  404  404  409
PUT    /api/v1/players/{player}/display-name/                 404  404  404  200  404  200  404  404  404  200
PUT    /api/v1/players/{player}/name/                         404  404  404  404  404  200  404  404  404  200
GET  /api/v1/players/{player}/spellings/                      404  404  404  404  404  200  404  404  404  200
POST   /api/v1/players/{player}/spellings/                    404  404  404  404  404  201  404  404  404  201
POST   /api/v1/players/{player}/spellings/{namesake}/keep-apart/ 404 404 404 404 404 200 404 404 404 200
POST   /api/v1/players/{player}/spellings/{namesake}/separate/ 404 404 404 404 404 200 404 404 404 200
GET  /api/v1/sessions/{session}/settlement/                   404  404  404  200  404  200  404  200  404  200
"""
