"""Routes of money sessions: short ones, because they are scanned."""

from django.urls import path

from matches.moneyplay.views import sessions, tables

urlpatterns = [
    path("s/", sessions.session_list, name="sessions"),
    path("s/new/", sessions.open_session, name="open-session"),
    path("s/<str:code>/", tables.table, name="session"),
    path("s/<str:code>/invite/", sessions.invite, name="session-invite"),
    path("s/<str:code>/settlement/", sessions.settlement, name="session-settlement"),
    path("s/<str:code>/close/", tables.close, name="session-close"),
    path("s/<str:code>/join/", tables.join, name="session-join"),
    path("s/<str:code>/guest/", tables.guest, name="session-guest"),
    path("s/<str:code>/leave/", tables.leave, name="session-leave"),
    path("s/<str:code>/lots/", tables.draw_order, name="session-lots"),
    path("s/<str:code>/partner/", tables.partner, name="session-partner"),
    path("s/<str:code>/split/", tables.split, name="session-split"),
    path("s/<str:code>/two/", tables.two, name="session-two"),
    path("s/<str:code>/play/", tables.play, name="session-play"),
    path("s/<str:code>/undo/", tables.undo, name="session-undo"),
]
