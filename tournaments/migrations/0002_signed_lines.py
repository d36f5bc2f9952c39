from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='journalentry',
            name='signed',
            field=models.CharField(blank=True, default='', max_length=150),
        ),
    ]
