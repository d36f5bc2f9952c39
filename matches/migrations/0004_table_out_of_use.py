from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_pair_distinction_lengths")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="is_out_of_use",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
