"""Where the tables are kept: what `--database` may say, and the place used without it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from quarriors.server.store.errors import StorageTrouble


@dataclass(frozen=True)
class Address:
    """A database: the file of an SQLite one, or the URL of a PostgreSQL one."""

    path: Path | None = None
    url: str = ""

    @property
    def is_postgres(self) -> bool:
        """Whether several processes and machines may share it."""
        return self.path is None


def default_path() -> Path:
    """The file used when nobody says anything: in the user's own data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("quarriors", appauthor=False)) / "tables.sqlite"


def read_address(text: str = "") -> Address:
    """An address from what people write: nothing, a path, `sqlite:///...` or `postgresql://...`."""
    if not text:
        return Address(path=default_path())
    scheme, colon, rest = text.partition("://")
    if not colon:
        return Address(path=Path(text).expanduser().resolve())
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        # As SQLAlchemy writes them: three slashes and a relative path, four and an absolute one.
        return Address(path=Path(unquote(rest[1:])).expanduser().resolve())
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return Address(url=f"postgresql://{rest}")
    raise StorageTrouble("address", text if "@" not in text else scheme)
