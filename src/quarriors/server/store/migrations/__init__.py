"""Alembic's folder: `env.py` runs migrations, `versions` holds them. See store/migrate.py."""
