"""Where the files that travel with the program are: grammars, specs, schemas, templates.

In a checkout they stand beside the package (`grammar/`, `specs/`, `reports/`, `templates/`); in a wheel the build puts
the same folders under `rulespec/_data/`. Nothing else in the program knows which of the two it runs from.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CARRIED = _PACKAGE / "_data"


def folder(name: str) -> Path:
    """The folder `grammar`, `specs`, `reports` or `templates`, wherever this installation keeps it."""
    return _CARRIED / name if carried(name) else _PACKAGE.parent / name


def carried(name: str) -> bool:
    """Whether that folder was installed with the program, and goes with it."""
    return (_CARRIED / name).is_dir()


def schema_path(name: str) -> Path:
    """The JSON Schema `name` (`spec`, `vocabulary`, `round`)."""
    return _PACKAGE / "load" / "schemas" / f"{name}.schema.json"
