"""The settings of a repository: `rulespec.toml`, or `[tool.rulespec]` of `pyproject.toml`.

They are looked for from the current folder upwards, to the root of the repository (the folder with `.git`) or of the
file system. What they set stands for options that a command is not given: an option on the command line comes first,
then its environment variable, then `rulespec.toml`, then `[tool.rulespec]`, then the program's own default.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulespec.errors import UsageError
from rulespec.model.finding import Finding

FILE_NAME = "rulespec.toml"
SHARED_NAME = "pyproject.toml"
TABLE = ("tool", "rulespec")
VARIABLE = "RULESPEC_CONFIG"
OFF = "off"
REPOSITORY = ".git"


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """`[check]`: "" is the program's default."""

    fail_on: str = ""


@dataclass(frozen=True, slots=True)
class GateSettings:
    """`[gate]`: "" is the program's default. `odds`: whether changes are priced without being asked for."""

    base: str = ""
    show: str = ""
    fail_on: str = ""
    odds: bool = False


@dataclass(frozen=True, slots=True)
class ExemptionSettings:
    """`[exemptions]`: how many days before it ends an exemption is warned of."""

    warn_days: int = 30


@dataclass(frozen=True, slots=True)
class Config:
    """What a repository sets. Paths are as seen from the current folder; `file` is "" where nothing is set.

    `levels` gives the severity of a rule's findings or the level of a class of changes. `note` is for the user.
    """

    file: str = ""
    specs: str = ""
    sources: str = ""
    cases: tuple[str, ...] = ()
    divergences: tuple[str, ...] = ()
    check: CheckSettings = CheckSettings()
    gate: GateSettings = GateSettings()
    levels: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    exemptions: ExemptionSettings = ExemptionSettings()
    note: str = ""


def find_config(here: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """The settings for a folder, the current one by default; those of RULESPEC_CONFIG where that names a file.

    Raises `UsageError`, with findings, where a file cannot be read or sets what cannot be set.
    """
    start = here or _current()
    named = environment.get(VARIABLE, "")
    if named == OFF or start is None:
        return Config()
    if named:
        path = start / named
        if not path.is_file():
            raise UsageError(f"there is no file `{named}`, which {VARIABLE} names")
        return _shared(path, start) or Config() if path.name == SHARED_NAME else _own(path, start, "")
    folders = list(_upwards(start))
    own = next((each / FILE_NAME for each in folders if (each / FILE_NAME).is_file()), None)
    shared = (each / SHARED_NAME for each in folders if (each / SHARED_NAME).is_file())
    if own is not None:
        return _own(own, start, _unread(own, shared, start))
    return next((found for path in shared if (found := _shared(path, start)) is not None), Config())


def _current() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # the folder was removed while someone stood in it
        return None


def _upwards(start: Path) -> Iterator[Path]:
    for each in (start, *start.parents):
        yield each
        if (each / REPOSITORY).exists():
            return


def _shown(path: Path, start: Path) -> str:
    """A path as people at `start` would write it."""
    return os.path.relpath(path, start)


def _unread(own: Path, shared: Iterator[Path], start: Path) -> str:
    """What to say where `rulespec.toml` is not alone; "" where it is."""
    for path in shared:
        try:
            if _table(path, start)[0]:
                read, other = _shown(own, start), _shown(path, start)
                return f"the settings are those of `{read}`; `[tool.rulespec]` of `{other}` is not read"
        except UsageError:  # not ours to judge, since it is not read
            continue
    return ""


def _own(path: Path, start: Path, note: str) -> Config:
    toml = _read(path, start)
    return _config(toml.data, toml.tree, path, start, note)


def _shared(path: Path, start: Path) -> Config | None:
    data, tree = _table(path, start)
    return None if tree is None else _config(data, tree, path, start, "")


def _read(path: Path, start: Path) -> Any:
    from rulespec.load.toml_door import read_toml_file  # only where there is something to read

    toml, findings = read_toml_file(path, _shown(path, start))
    if toml is None:
        raise _refused(findings, path, start)
    return toml


def _table(path: Path, start: Path) -> tuple[Any, Any]:
    """`[tool.rulespec]` of a file, with its tree; the tree is None where the file has no such table."""
    toml = _read(path, start)
    data, tree = toml.data, toml.tree
    for step in TABLE:
        if not isinstance(data, dict) or step not in data:
            return {}, None
        data, tree = data[step], tree.get(step)
    return data, tree


def _config(data: Any, tree: Any, path: Path, start: Path, note: str) -> Config:
    from rulespec.load.schema import validate_typed

    findings = validate_typed(data, tree, "config")
    if findings:
        raise _refused(findings, path, start)

    def at(name: str) -> str:
        return _shown(path.parent / name, start)

    def base(name: str) -> str:  # a revision, unless it is a folder
        return at(name) if name and (path.parent / name).is_dir() else name

    def several(key: str) -> tuple[str, ...]:
        return tuple(map(at, data.get(key, ())))

    check, gate, exemptions = (data.get(key, {}) for key in ("check", "gate", "exemptions"))
    return Config(
        file=_shown(path, start),
        specs=at(data["specs"]) if "specs" in data else "",
        sources=at(data["sources"]) if "sources" in data else "",
        cases=several("cases"),
        divergences=several("divergences"),
        check=CheckSettings(check.get("fail-on", "")),
        gate=GateSettings(
            base(gate.get("base", "")), gate.get("show", ""), gate.get("fail-on", ""), gate.get("odds", False)
        ),
        levels=MappingProxyType(dict(data.get("levels", {}))),
        exemptions=ExemptionSettings(exemptions.get("warn-days", ExemptionSettings().warn_days)),
        note=note,
    )


def _refused(findings: list[Finding], path: Path, start: Path) -> UsageError:
    many = "1 problem" if len(findings) == 1 else f"{len(findings)} problems"
    return UsageError(f"the settings in `{_shown(path, start)}` cannot be used: {many}", findings)
