"""Where the two sides of a gate are: a folder of specs, or one as it stands in a revision of a git repository.

A revision is named as git names it (`origin/main`, `HEAD~1`, a tag, a commit); `REVISION:FOLDER` says where the specs
are in it, where that is not where they are now. Nothing is checked out: the files are read from git's own store.
"""

import os
import posixpath
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rulespec.errors import UsageError
from rulespec.load.nearest import nearest, shown
from rulespec.load.vocabulary import FILE_NAME as VOCABULARY

_READ = (".yaml", ".yml", ".lock")  # the files of a specs folder that are read
_LINK, _OTHER, _FILES = "120000", "160000", ("100644", "100755")
_SHALLOW = (
    "this clone is shallow, so that it has not all revisions: fetch them (`git fetch --unshallow`; in CI, depth 0)"
)


@dataclass(frozen=True, slots=True)
class Revision:
    """One side: how it is called, the folder to read, and how the files in it are shown.

    `commit` is "" for a folder. `empty` where the revision has no specs at all.
    """

    label: str
    root: Path
    shown: str
    commit: str = ""
    empty: bool = False

    def place(self, file: str) -> str:
        """A file below the root as people are shown it; any other file as it is."""
        full = Path(os.path.realpath(file))
        root = Path(os.path.realpath(self.root))
        return f"{self.shown}/{full.relative_to(root).as_posix()}" if full.is_relative_to(root) else file


def working_tree(specs: Path) -> Revision:
    """The specs as they stand in their folder, shown from the current one."""
    here = Path.cwd()
    full = Path(os.path.realpath(specs))
    shown_as = full.relative_to(here).as_posix() if full.is_relative_to(here) else specs.as_posix()
    return Revision(shown_as, specs, shown_as)


def revision(name: str, specs: Path, into: Path, side: str) -> Revision:
    """The side of that name; `specs` is the folder of specs that is used now, `into` where files may be put.

    A folder that holds specs comes first, then a revision. Raises `UsageError` for what is neither.
    """
    folder = _specs_folder(Path(name)) if name and "\0" not in name else None
    if folder is not None:
        _refuse_two_meanings(name, specs)
        return Revision(name, folder, folder.as_posix())
    if not name or name.startswith("-") or "\0" in name:
        raise UsageError(f"{shown(name)} is no revision and no folder of specs")
    return _of_git(name, specs, into / side, side)


def _specs_folder(path: Path) -> Path | None:
    """The folder itself where it holds specs, or the folder `specs` in it."""
    return next((each for each in (path, path / "specs") if _is_file(each / VOCABULARY)), None)


def _refuse_two_meanings(name: str, specs: Path) -> None:
    """Raises `UsageError` for a folder that is called as a branch or tag is: either may be meant."""
    if name.startswith((".", "/", "-")) or os.path.isabs(name) or shutil.which("git") is None:
        return
    here = specs if specs.is_dir() else Path.cwd()
    for kind in ("heads", "tags", "remotes"):
        if _git(here, "rev-parse", "--verify", "--quiet", "--end-of-options", f"refs/{kind}/{name}").returncode == 0:
            raise UsageError(f"{shown(name)} is a folder and a revision: write `./{name}` or `refs/{kind}/{name}`")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _of_git(name: str, specs: Path, into: Path, side: str) -> Revision:
    here = specs if specs.is_dir() else Path.cwd()
    top = _top(here, name)
    ref, colon, below = name.partition(":")
    commit = _commit(ref, here)
    path = PurePosixPath(below).as_posix() if colon else _from_top(specs, top)
    listed = list(_tree(here, commit, path))
    _refuse_unread(here, commit, listed, f"{ref}:{path}")
    at = PurePosixPath(path) / VOCABULARY
    if not any(PurePosixPath(file) == at for _, _, file in listed):
        every = [PurePosixPath(file) for _, _, file in _tree(here, commit, ".")]
        other = [file.parent for file in every if file.name == VOCABULARY]
        if other or colon:
            there = f"; it has {', '.join(f'`{ref}:{one}`' for one in other[:3])}" if other else ""
            raise UsageError(f"the revision `{ref}` has no specs in `{path}`{there}")
    if not any(file.endswith(_READ) for _, _, file in listed):
        into.mkdir(parents=True, exist_ok=True)
        return Revision(name, into, f"{ref}:{path}", commit, empty=True)
    root = into / "specs"
    _write(here, listed, path, root)
    label = path if side == "head" else f"{ref}:{path}"
    return Revision(name, root, label, commit)


def _refuse_unread(here: Path, commit: str, listed: Sequence[tuple[str, str, str]], where: str) -> None:
    """Raises `UsageError` where specs lie in a repository of their own or behind a link: they would seem not to be."""
    for mode, name, file in listed:
        if mode == _OTHER:
            message = f"`{file}` of `{where}` is a submodule, whose files are not in this repository"
            raise UsageError(f"{message}: name a folder that has them")
        if mode == _LINK and not file.endswith(_READ) and _leads_to_folder(here, commit, name, file):
            raise UsageError(f"`{file}` of `{where}` is a link to a folder, which is not followed: name that folder")


def _leads_to_folder(here: Path, commit: str, name: str, file: str) -> bool:
    """Whether a link leads to a folder of the commit; out of the repository, whether it may."""
    leads = _git(here, "cat-file", "blob", name).stdout
    target = posixpath.normpath(posixpath.join(posixpath.dirname(file), leads))
    if target.startswith(("/", "..")):
        return not PurePosixPath(target).suffix
    return target == "." or _git(here, "cat-file", "-t", f"{commit}:{target}").stdout.strip() == "tree"


def _top(here: Path, name: str) -> Path:
    done = _git(here, "rev-parse", "--show-toplevel")
    if done.returncode:
        if "dubious ownership" in done.stderr:
            raise UsageError(f"git refuses this repository: {_reason(done.stderr)}")
        raise UsageError(f"{shown(name)} is no folder of specs, and `{here}` is in no git repository")
    return Path(done.stdout.strip())


def _from_top(specs: Path, top: Path) -> str:
    full, root = Path(os.path.realpath(specs)), Path(os.path.realpath(top))
    if not full.is_relative_to(root):
        raise UsageError(f"the specs folder `{specs}` is not in the repository `{top}`: write REVISION:FOLDER")
    return full.relative_to(root).as_posix()


def _commit(ref: str, here: Path) -> str:
    done = _git(here, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if done.returncode == 0 and done.stdout.strip():
        return done.stdout.strip()
    if _git(here, "rev-parse", "--verify", "--quiet", "HEAD").returncode:
        raise UsageError(f"the branch has no commit yet, so that there is no revision {shown(ref)}")
    if _is_shallow(here):
        raise UsageError(f"there is no revision {shown(ref)} here; {_SHALLOW}")
    branches = _git(here, "for-each-ref", "--format=%(refname:short)").stdout.split()
    hint = nearest(ref, branches) or "see `git branch --all`"
    raise UsageError(f"there is no revision or folder of specs {shown(ref)}: {hint}")


def _tree(here: Path, commit: str, path: str) -> Iterator[tuple[str, str, str]]:
    """The files below a folder of a commit: mode, object and path."""
    within = [] if path in ("", ".") else ["--", path]
    done = _git(here, "ls-tree", "-r", "-z", "--full-tree", commit, *within)
    if done.returncode:
        raise UsageError(f"git cannot list the revision: {_unread(here, done.stderr)}")
    for line in done.stdout.split("\0"):
        head, tab, file = line.partition("\t")
        if tab:
            mode, _, name = head.split(" ", 2)
            yield mode, name, file


def _write(here: Path, listed: Sequence[tuple[str, str, str]], path: str, root: Path) -> None:
    """The files of a specs folder as they stand in a commit, in a folder of our own."""
    wanted = [(mode, name, file) for mode, name, file in listed if mode in (*_FILES, _LINK) and file.endswith(_READ)]
    root.mkdir(parents=True, exist_ok=True)
    contents = _contents(here, [name for _, name, _ in wanted])
    prefix = "" if path in ("", ".") else f"{path}/"
    for (mode, _, file), content in zip(wanted, contents, strict=True):
        target = root / file.removeprefix(prefix)
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode == _LINK and _leads_inside(content, target, root):
            target.symlink_to(content.decode())
        else:
            target.write_bytes(content)


def _leads_inside(content: bytes, target: Path, root: Path) -> bool:
    """Whether a link leads to a file of the same folder; any other is a file with a path in it, and refused as such."""
    try:
        full = os.path.realpath(target.parent / content.decode())
    except UnicodeDecodeError:
        return False
    return Path(full).is_relative_to(os.path.realpath(root))


def _contents(here: Path, names: Sequence[str]) -> Iterator[bytes]:
    """The contents of objects, in one run of git."""
    asked = "".join(f"{name}\n" for name in names).encode()
    done = _run(here, ["cat-file", "--batch"], asked)
    data, at = done.stdout, 0
    for name in names:
        end = data.find(b"\n", at)
        head = data[at:end].split()
        if end < 0 or len(head) != 3:
            raise UsageError(f"git cannot read the object {name[:12]}: {_unread(here, done.stderr)}")
        size = int(head[2])
        yield data[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


@dataclass(frozen=True, slots=True)
class _Done:
    returncode: int
    stdout: str
    stderr: str


def _git(here: Path, *args: str) -> _Done:
    done = _run(here, list(args), b"")
    texts = (each.decode("utf-8", "surrogateescape") for each in (done.stdout, done.stderr))
    return _Done(done.returncode, *texts)


def _run(here: Path, args: list[str], asked: bytes) -> "subprocess.CompletedProcess[bytes]":
    environment = {**os.environ, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        return subprocess.run(
            ["git", "-C", str(here), *args], input=asked, capture_output=True, env=environment, check=False
        )
    except FileNotFoundError:
        raise UsageError("there is no `git` here; name two folders of specs instead") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"`git` cannot be run ({reason}); name two folders of specs instead") from None


def _is_shallow(here: Path) -> bool:
    return _git(here, "rev-parse", "--is-shallow-repository").stdout.strip() == "true"


def _unread(here: Path, said: str | bytes) -> str:
    """Why git has not what a revision is made of: a shallow clone, or what git says of it."""
    if _is_shallow(here):
        return _SHALLOW
    return _reason(said if isinstance(said, str) else said.decode("utf-8", "replace"))


def _reason(said: str) -> str:
    lines = [re.sub("^(fatal|error): ", "", line) for line in said.splitlines() if line.strip()]
    return lines[0] if lines else "its store is damaged (see `git fsck`)"
