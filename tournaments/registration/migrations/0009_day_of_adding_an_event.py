"""A sign-up for an event has the day on which that event was added; until now that of the whole sign-up."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.utils import timezone


def copy_days_of_sign_ups(apps, schema_editor):
    SignUp = apps.get_model("registration", "SignUp")
    created = SignUp.objects.filter(pk=OuterRef("sign_up")).values("created_at")
    apps.get_model("registration", "EventSignUp").objects.update(added_at=Subquery(created))


class Migration(migrations.Migration):
    dependencies = [("registration", "0008_questions")]

    operations = [
        migrations.AddField(
            model_name="eventsignup",
            name="added_at",
            field=models.DateTimeField(default=timezone.now, editable=False),
        ),
        migrations.RunPython(copy_days_of_sign_ups, migrations.RunPython.noop, elidable=True),
    ]
