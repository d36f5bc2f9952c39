"""Routes of money sessions; short, because they are scanned as QR codes."""

from django.urls import path

from matches.moneyplay.views import history, sessions

urlpatterns = [
    path("s/", sessions.list_sessions, name="sessions"),
    path("s/new/", sessions.open_session, name="open-session"),
    path("s/history/", history.show_history, name="session-history"),
    path("s/<str:code>/", sessions.show_table, name="session"),
    path("s/<str:code>/invite/", sessions.invite, name="session-invite"),
    path("s/<str:code>/phone/", sessions.show_seat_link, name="session-phone"),
    path("s/<str:code>/settlement/", sessions.show_settlement, name="session-settlement"),
    path("s/<str:code>/close/", sessions.close, name="session-close"),
    path("s/<str:code>/join/", sessions.join, name="session-join"),
    path("s/<str:code>/guest/", sessions.add_guest, name="session-guest"),
    path("s/<str:code>/leave/", sessions.leave, name="session-leave"),
    path("s/<str:code>/lots/", sessions.draw_order, name="session-lots"),
    path("s/<str:code>/partner/", sessions.draw_partner, name="session-partner"),
    path("s/<str:code>/split/", sessions.split, name="session-split"),
    path("s/<str:code>/two/", sessions.continue_as_two, name="session-two"),
    path("s/<str:code>/play/", sessions.record_event, name="session-play"),
    path("s/<str:code>/undo/", sessions.undo, name="session-undo"),
]
