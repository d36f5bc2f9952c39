"""URLs of the pages of e-mail preferences."""

from django.urls import path

from tournaments.mailing import views

urlpatterns = [
    path("b/mail/", views.badge_mail, name="badge-mail"),
    path("account/mail/", views.account_mail, name="account-mail"),
    path("mail/stop/<str:token>/", views.stop, name="stop-mail"),
]
