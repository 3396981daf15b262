"""How Alembic runs here: on a connection that `store/migrate.py` has opened and locked."""

from __future__ import annotations

from alembic import context

from quarriors.server.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transaction_per_migration=False,
)
# The caller's transaction holds the lock and commits all steps at once, or none.
context.run_migrations()
