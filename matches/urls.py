"""The addresses of match pages: short ones, for they are printed on cards."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from matches.views import (
    badges,
    claims,
    decisions,
    entrance,
    laws,
    matches,
    players,
    preferences,
    records,
    scores,
    viewer,
)

urlpatterns = [
    path("theme/", preferences.theme, name="theme"),
    path("sign-in/", entrance.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("laws/", laws.laws, name="laws"),
    path("laws/<str:id>/", laws.law, name="law"),
    path("t/<str:code>/", claims.table, name="table"),
    path("t/<str:code>/score/", scores.at_table, name="table-score"),
    path("b/", badges.badge, name="badge"),
    path("b/claim/", badges.claim, name="claim-badge"),
    path("p/<str:code>/", players.player, name="player"),
    path("m/<str:code>/", matches.match, name="match"),
    path("m/<str:code>/report/", claims.report, name="report"),
    path("m/<str:code>/confirm/", claims.confirm, name="confirm"),
    path("m/<str:code>/dispute/", claims.dispute, name="dispute"),
    path("m/<str:code>/withdraw/", claims.withdraw, name="withdraw"),
    path("m/<str:code>/score/", scores.score, name="score"),
    path("m/<str:code>/score/undo/", scores.undo, name="undo-game"),
    path("m/<str:code>/record/", records.attach, name="attach"),
    path("m/<str:code>/record/<int:number>/", records.record, name="record"),
    path("m/<str:code>/record/<int:number>/text/", records.text, name="record-text"),
    path("m/<str:code>/record/<int:number>/as/<str:format>/", records.written, name="record-as"),
    path("m/<str:code>/record/<int:number>/game/<int:game>/", viewer.game, name="record-game"),
    path("m/<str:code>/record/<int:number>/positions/<int:game>/", viewer.positions, name="record-positions"),
    path("m/<str:code>/record/<int:number>/report/", records.report, name="report-record"),
    path("m/<str:code>/rule/", decisions.rule, name="rule"),
    path("m/<str:code>/correct/", decisions.correct, name="correct"),
    path("m/<str:code>/reopen/", decisions.reopen, name="reopen"),
    path("m/<str:code>/void/", decisions.void, name="void"),
]
