"""YAML files held against their schemas, each text once: two specs on one base read it once, two versions of a folder
have most of their files in common.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

from rulespec.load.nodes import Node
from rulespec.load.schema import validate
from rulespec.load.yaml_door import read_text, read_yaml
from rulespec.model.finding import Finding

_MOST = 128  # trees that are kept; a folder of twenty specs has fewer files

# The texts in which nothing is wrong, with the schema: nothing is wrong with them under another name either.
_SOUND: set[tuple[str, str]] = set()


def read_checked(path: Path, schema: str) -> tuple[Node | None, list[Finding]]:
    """The tree of a YAML file, also where something is wrong with it; and all that is wrong, by the schema too."""
    text, findings = read_text(path, str(path))
    if text is None:
        return None, findings
    node, wrong = _tree(text, str(path))
    return node, [*wrong, *_against(node, text, schema)]


def read_tree(path: Path) -> tuple[Node | None, list[Finding]]:
    """The tree of a YAML file and what is wrong with it, whatever a schema would say."""
    text, findings = read_text(path, str(path))
    if text is None:
        return None, findings
    node, wrong = _tree(text, str(path))
    return node, [*wrong]


@lru_cache(maxsize=_MOST)
def _tree(text: str, file: str) -> tuple[Node | None, tuple[Finding, ...]]:
    node, findings = read_yaml(text, file)
    return node, tuple(findings)


def _against(node: Node | None, text: str, schema: str) -> list[Finding]:
    known = hashlib.sha256(text.encode()).hexdigest(), schema
    if node is None or known in _SOUND:
        return []
    findings = validate(node, schema)
    if not findings:
        _SOUND.add(known)
    return findings
