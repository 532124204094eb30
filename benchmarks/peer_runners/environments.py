"""An environment for each peer, made once and kept."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

OTHERS = ("python3.13", "python3.12", "python3.11", "python3.10")
"""Tried after this interpreter, if the machine has them."""


class NotInstalledError(Exception):
    """The message is pip's."""


def interpreter(folder: Path, requirements: tuple[str, ...]) -> str:
    """The path of a Python in `folder` that has the requirements.

    Raises:
        NotInstalledError: no Python of this machine could install them.
    """
    made, wanted = folder / "requirements.txt", "\n".join(requirements)
    python = folder / "bin" / "python"
    if made.is_file() and made.read_text(encoding="utf-8") == wanted:
        return str(python)
    said: list[str] = []
    for base in (sys.executable, *(found for found in map(shutil.which, OTHERS) if found)):
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *requirements]
        for command in ([base, "-m", "venv", str(folder)], pip):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "Error" in line or "ERROR" in line]
                said.append(f"{Path(base).name}: {' '.join(lines[:2]) or done.returncode}")
                break
        else:
            made.write_text(wanted, encoding="utf-8")
            return str(python)
    raise NotInstalledError("; ".join(said))
