"""Addresses of clubs, evenings, events and their desks."""

from django.urls import include, path

from tournaments.views import (
    calendars,
    changes,
    clubs,
    controller,
    corrections,
    deeds,
    desk,
    draws,
    embedding,
    entering,
    events,
    files,
    home,
    printing,
    rolling,
    rooms,
    rounds,
    screens,
)

EVENT = "clubs/<slug:club>/<slug:evening>/<slug:event>/"

club_pages = [
    path("", clubs.show, name="club"),
    path("calendar.ics", calendars.club, name="club-calendar"),
    path("standings/", clubs.standings, name="standings"),
    path("ratings/", clubs.ratings, name="ratings"),
    path("members/", clubs.members, name="members"),
    path("start/", clubs.start, name="start-evening"),
    path("season/", clubs.open_season, name="open-season"),
    path("take-over/", files.take_over, name="take-over"),
]

event_pages = [
    path("", events.show, name="event"),
    path("bracket/", events.bracket, name="bracket"),
    path("entries/", events.entries, name="entries"),
    path("results/", events.results, name="results"),
    path("lots/", events.lots, name="lots"),
    path("embed/", embedding.embed, name="embed"),
    path("embed/code/", embedding.code, name="embed-code"),
    path("journal/", events.journal, name="journal"),
]

desk_pages = [
    path("", desk.show, name="desk"),
    path("names/", entering.names, name="desk-names"),
    path("withdraw/", entering.withdraw, name="desk-withdraw"),
    path("badge/", entering.badge, name="desk-badge"),
    path("presence/", entering.note, name="desk-presence"),
    path("step-in/", entering.step_in, name="desk-step-in"),
    path("entry/<int:number>/", entering.entry, name="desk-entry"),
    path("draw/", draws.draw, name="desk-draw"),
    path("publish/", draws.publish, name="desk-publish"),
    path("undo/", draws.undo, name="desk-undo"),
    path("round/<slug:flight>/", rounds.pair, name="desk-round"),
    path("end/", draws.end, name="desk-end"),
    path("change/", changes.change, name="desk-change"),
    path("rolling/", rolling.room, name="desk-rolling"),
    path("tables/", rooms.tables, name="desk-tables"),
    path("policy/", rooms.policy, name="desk-policy"),
    path("times/", rooms.times, name="desk-times"),
    path("result/", deeds.result, name="desk-result"),
    path("quick/", deeds.quick, name="desk-quick"),
    path("confirm/", deeds.confirm, name="desk-confirm"),
    path("rule/", deeds.rule, name="desk-rule"),
    path("award/", deeds.award, name="desk-award"),
    path("call/", deeds.call, name="desk-call"),
    path("correct/<slug:match>/", corrections.correct, name="desk-correct"),
    path("screens/", controller.show, name="desk-screens"),
    path("screens/put-up/", controller.put_up, name="desk-put-up"),
    path("screens/announce/", controller.announce, name="desk-announce"),
    path("screens/take-back/", controller.take_back, name="desk-take-back"),
    path("screens/<str:code>/", controller.change, name="desk-screen"),
    path("cards/", printing.cards, name="table-cards"),
    path("files/<str:name>", files.file, name="desk-file"),
]

urlpatterns = [
    path("", home.show, name="home"),
    path("tv/", screens.door, name="tv-door"),
    path("tv/<str:code>/", screens.screen, name="tv"),
    path("tv/<str:code>/here/", screens.here, name="tv-here"),
    path("clubs/new/", home.found, name="found-club"),
    path("clubs/<slug:club>/", include(club_pages)),
    path("clubs/<slug:club>/<slug:evening>/calendar.ics", calendars.evening, name="evening-calendar"),
    path("clubs/<slug:club>/<slug:evening>/", events.evening, name="evening"),
    path(EVENT, include(event_pages)),
    path(f"{EVENT}desk/", include(desk_pages)),
]
