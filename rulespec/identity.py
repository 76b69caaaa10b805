"""What tells this program from any other that could answer differently: its own files, Python, and the packages."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulespec.resources import carried, folder

# Those that decide an answer, by the names under which they are installed, and those by which they are imported.
PACKAGES = {
    "jsonschema": "jsonschema",
    "lark": "lark",
    "numba": "numba",
    "numpy": "numpy",
    "pyyaml": "yaml",
    "z3-solver": "z3",
}
_PACKAGE = Path(__file__).resolve().parent
_BESIDE = ("grammar", "reports")
_NOT_OURS = {"__pycache__", "specs"}  # specs are read as any others are, and are asked about as those are


@cache
def program_identity() -> str:
    """A fingerprint of all that an answer comes from apart from the specs, as it stands when it is first asked for.

    Raises OSError where it cannot be read.
    """
    whole = hashlib.sha256(f"{sys.version}\n{sys.implementation.name}\n{sys.platform}".encode())
    for name, module in PACKAGES.items():
        whole.update(f"\n{name} {_version(name, module)}".encode("utf-8", "surrogateescape"))
    roots = [_PACKAGE, *(folder(name) for name in _BESIDE if not carried(name))]
    for path in (path for root in roots for path in _files(str(root))):
        with open(path, "rb") as file:
            content = file.read()
        whole.update(f"\n{path} {len(content)}\n".encode("utf-8", "surrogateescape"))
        whole.update(content)
    return whole.hexdigest()


def _files(root: str) -> Iterator[str]:
    for here, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - _NOT_OURS)
        for name in sorted(names):
            yield os.path.join(here, name)


def _version(package: str, module: str) -> str:
    """The version of an installed package; "" where there is none."""
    from importlib import metadata, util

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        found = util.find_spec(module)  # one that is there and tells no version is told by its file
    if found is None or found.origin is None or not os.path.isfile(found.origin):
        return ""
    status = os.stat(found.origin)
    return f"{found.origin} {status.st_size} {status.st_mtime_ns}"
