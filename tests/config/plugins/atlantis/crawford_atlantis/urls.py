"""Addresses of the plug-in; those of an event begin as the address of the event does."""

from django.urls import path

from crawford_atlantis import views

EVENT = "clubs/<slug:club>/<slug:tournament>/<slug:event>/"

urlpatterns = [path(f"{EVENT}atlantis-points/", views.show_points, name="atlantis-points")]
