"""``service --print``: a systemd unit for this checkout and this interpreter; installs nothing.

The unit runs as a user of its own that owns nothing but its state folder, where the database is.
It starts again after a crash, but not after exit code 2: that is for an operator to mend.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.errors import CannotStart

STOP_SECONDS: Final = 8
"""A house closes within five; after this systemd kills it, and nothing is lost then either."""

_UNIT: Final = """\
# Made by `python -m bot service --print`; printed again, it names where the program is by then.
[Unit]
Description=The Aquatique croupier
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
DynamicUser=yes
StateDirectory=aquatique
StateDirectoryMode=0700
UMask=0077
WorkingDirectory=%S/aquatique
Environment=AQUATIQUE_DB=%S/aquatique/aquatique.db
Environment={import_path}
# Read by systemd itself, so it may belong to root alone: chmod 600. What stands there goes first.
EnvironmentFile={settings}
ExecStart={python} -m bot
KillSignal=SIGTERM
TimeoutStopSec={stop_seconds}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2

NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=

[Install]
WantedBy=multi-user.target
"""


def unit(*, python: Path, checkout: Path) -> str:
    """Return the unit; systemd itself wants no quotes and no backslashes in paths."""
    return _UNIT.format(
        import_path=_word(f"PYTHONPATH={checkout}"),
        settings=_plain(checkout / ".env"),
        python=_word(python),
        stop_seconds=STOP_SECONDS,
    )


def require_print(*, wanted: bool) -> None:
    """Raise ``CannotStart`` with what can be done, unless the unit is to be printed."""
    if not wanted:
        msg = (
            "service installs nothing by itself: look at `python -m bot service --print`, then "
            "write it to /etc/systemd/system/aquatique.service"
        )
        raise CannotStart(msg)


def _plain(text: object) -> str:
    """Return a value in which systemd sees no specifier."""
    return str(text).replace("%", "%%")


def _word(text: object) -> str:
    """Return it as one word, of a command line or an assignment."""
    return f'"{_plain(text)}"'
