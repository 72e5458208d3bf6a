"""What is checked before a database is used: whose it is, that it is whole, and that we are alone.

Every refusal is one sentence for the operator (``CannotStart``). Pragmas: WAL with
synchronous=FULL, since NORMAL loses acknowledged transfers at a power cut; one writer alone
checkpoints and nothing is memory-mapped, since SQLite before 3.51.3 has a rare WAL fault between
two checkpointing connections.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.errors import CannotStart
from bot.store import migrations

APPLICATION_ID: Final = 0x41515541  # "AQUA"
OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT tables

PRAGMAS: Final = (
    ("journal_mode", "wal", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
    ("busy_timeout", "5000", 5000),
    ("recursive_triggers", "ON", 1),
    ("trusted_schema", "OFF", 0),
    ("cell_size_check", "ON", 1),
    ("mmap_size", "0", 0),
    ("wal_autocheckpoint", "4000", 4000),
)
"""Name, what is set, what must be read back."""

PAGE_SIZE: Final = 2048
"""Of a new file. A transaction touches a dozen pages a little; small ones commit a third faster."""


class ProcessLock:
    """A lock beside the file, held by this process and gone with it, however it ends."""

    def __init__(self, descriptor: int, beside: Path, *, new: bool) -> None:
        self._descriptor = descriptor
        self._beside = beside
        self._new = new

    @classmethod
    def take(cls, path: Path) -> ProcessLock:
        """Lock ``path`` for this process, or say who has it."""
        beside = path.parent / f"{path.name}.lock"
        new = not beside.exists()
        try:
            descriptor = os.open(beside, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            msg = f"{path}: {error.strerror}; name a file in a folder you may write to"
            raise CannotStart(msg) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            msg = (
                f"{path}: another croupier (process {holder}) has this database open; stop it first"
            )
            raise CannotStart(msg) from error
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode("ascii"))
        return cls(descriptor, beside, new=new)

    def release(self) -> None:
        """Let others in."""
        os.close(self._descriptor)

    def undo(self) -> None:
        """Let others in, and leave no file behind that was not there before."""
        if self._new:
            self._beside.unlink(missing_ok=True)
        self.release()


def prepare(path: Path) -> None:
    """Refuse what is not ours, then bring the schema up to date.

    A file that is not ours is not written to, not even its header.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        msg = f"SQLite {sqlite3.sqlite_version} is too old; Python needs one of 3.37 or later"
        raise CannotStart(msg)
    _look_first(path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        require_ours(path, connection)
        connection.execute(f"PRAGMA page_size={PAGE_SIZE}")  # heeded by a new file only
        _set_pragmas(path, connection)
        _require_whole(path, connection)
        migrations.migrate(path, connection, application_id=APPLICATION_ID)
    finally:
        connection.close()


def _look_first(path: Path) -> None:
    """Refuse what is not ours on a connection that cannot write.

    One that can write moves a foreign write-ahead log into its file when it is closed.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    connection = connect_reader(path)
    try:
        require_ours(path, connection)
    except sqlite3.OperationalError as error:
        # A journal that only a writer can play back, of a start that died while it made the file.
        if not error.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
            raise
    finally:
        connection.close()


def require_ours(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a database of another program, or of a newer version of this one."""
    application_id = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if application_id != APPLICATION_ID and tables:
        msg = f"{path}: a database of another program; name a file of the croupier's own"
        raise CannotStart(msg)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    newest = migrations.newest()
    if application_id == APPLICATION_ID and version > newest:
        msg = (
            f"{path}: written by a newer croupier (schema {version}, this one knows {newest}); "
            "update the program"
        )
        raise CannotStart(msg)


def _require_whole(path: Path, connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        what = " ".join(found.split())  # SQLite reports in several lines
        msg = f"{path}: the database is damaged ({what}); put back the last backup"
        raise CannotStart(msg)


def _set_pragmas(path: Path, connection: sqlite3.Connection) -> None:
    for name, wanted, expected in PRAGMAS:
        connection.execute(f"PRAGMA {name}={wanted}")
        row = connection.execute(f"PRAGMA {name}").fetchone()
        # A SQLite built without memory mapping answers mmap_size with nothing: as good as zero.
        if row is not None and row[0] != expected:
            msg = f"{path}: SQLite has {name}={row[0]} where {expected} is needed; use a local disk"
            raise CannotStart(msg)


def connect_writer(path: Path) -> sqlite3.Connection:
    """Open the one connection that writes."""
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=256)
    _set_pragmas(path, connection)
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """Open the connection for display; it cannot write and does not checkpoint."""
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA query_only=ON")
    connection.execute("PRAGMA busy_timeout=5000")
    return connection


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Read a database as it is at one moment, beside a croupier that may be running on it.

    Raises ``CannotStart`` for what is not there, not ours, or empty.
    """
    path = path.resolve()
    if not path.is_file():
        msg = f"{path}: there is no such database"
        raise CannotStart(msg)
    with one_sentence(path):
        connection = connect_reader(path)
        try:
            require_ours(path, connection)
            if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                msg = f"{path}: there is nothing in it"
                raise CannotStart(msg)
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()


@contextmanager
def one_sentence(path: Path) -> Iterator[None]:
    """Turn SQLite's own errors into one sentence for the operator.

    Constraint errors pass: they are the books' business, or a fault of ours.
    """
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        msg = f"{path}: {_cure(error)}"
        raise CannotStart(msg) from error


def _cure(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "") or ""
    cures = {
        "SQLITE_FULL": "the disk is full; nothing was changed: make room and start again",
        "SQLITE_IOERR": "the disk fails; nothing was changed: check it and start again",
        "SQLITE_NOTADB": "this is no database of the croupier; name another file",
        "SQLITE_CORRUPT": "the database is damaged; put back the last backup",
        "SQLITE_BUSY": "another program holds this database; close it and start again",
        "SQLITE_LOCKED": "another program holds this database; close it and start again",
        "SQLITE_READONLY": "the file may not be written to; change its permissions",
        "SQLITE_CANTOPEN": "the file cannot be opened; check the folder and its permissions",
        "SQLITE_PERM": "the file may not be opened; change its permissions",
    }
    for code, cure in cures.items():
        if name.startswith(code):
            return cure
    return f"the database refuses to work ({error}); put back the last backup"
