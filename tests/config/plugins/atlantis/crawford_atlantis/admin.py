"""The member list in the administration of the site, where the host keeps it up to date."""

from django.contrib import admin

from crawford_atlantis.models import FederationMember


@admin.register(FederationMember)
class FederationMemberAdmin(admin.ModelAdmin):
    list_display = ["number", "name"]
    search_fields = ["number", "name"]
