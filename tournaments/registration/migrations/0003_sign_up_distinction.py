"""The desk can say what tells a person who signed up from another of the name."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('registration', '0002_sign_up_payment_method'),
    ]

    operations = [
        migrations.AddField(
            model_name='signup',
            name='distinction',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
    ]
