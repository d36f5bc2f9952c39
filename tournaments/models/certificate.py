"""The texts of the certificates of a club."""

from django.conf import settings
from django.db import models

from tournaments.models.club import Club

LONGEST_CERTIFICATE_TITLE, LONGEST_CERTIFICATE_SENTENCE, LONGEST_SIGNATURE = 60, 300, 60
MOST_SIGNATURES = 3
LONGEST_SIGNATURES = MOST_SIGNATURES * (LONGEST_SIGNATURE + 1)


class CertificateTemplate(models.Model):
    """What the certificates of a club say; an empty text is the usual one in the language of the reader.

    `sentence` has fields in braces, such as {place}. `signatures` are what is below each line to sign on, one
    per line.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="certificate_template")
    title = models.CharField(max_length=LONGEST_CERTIFICATE_TITLE, blank=True, default="")
    sentence = models.CharField(max_length=LONGEST_CERTIFICATE_SENTENCE, blank=True, default="")
    signatures = models.TextField(max_length=LONGEST_SIGNATURES, blank=True, default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["club"]

    def __str__(self) -> str:
        return str(self.club)
