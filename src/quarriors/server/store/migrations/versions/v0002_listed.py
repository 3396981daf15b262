"""Lists by stage: games in play and finished ones are listed as well as tables that wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One index that finds the newest open tables of a stage."""
    op.drop_index("tables_open", "tables")
    is_open = sa.text("open")
    op.create_index(
        "tables_listed",
        "tables",
        ["stage", "updated"],
        postgresql_where=is_open,
        sqlite_where=is_open,
    )
