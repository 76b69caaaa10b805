"""What a JSON Schema expects, in plain words for messages: types, choices, the keys it knows.

A schema's own wording, `x-expected`, goes before anything made up here.
"""

import json
from typing import Any

from rulespec.load.nearest import joined, listing

_DEEPEST = 10  # schemas may refer to themselves

_WORDED = ("x-expected", "enum", "const")
_TYPES = {
    "string": ("text", "texts"),
    "number": ("a number", "numbers"),
    "integer": ("a whole number", "whole numbers"),
    "boolean": ("`true` or `false`", "`true` or `false` entries"),
    "null": ("nothing", "empty entries"),
    "array": ("a list", "lists"),
}


class Expected:
    """Reads the schemas of one file; `root` is the whole file, `block` what an object is called."""

    def __init__(self, root: Any, block: str) -> None:
        self._root = root
        self._block = block

    def resolved(self, schema: Any) -> Any:
        """The schema that a schema refers to within the same file, with what it says itself."""
        for _ in range(_DEEPEST):
            ref = schema.get("$ref") if isinstance(schema, dict) else None
            if not isinstance(ref, str) or not ref.startswith("#/"):
                break
            target = self._root
            for step in ref[2:].split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            here = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **here} if isinstance(target, dict) else here
        return schema

    def keys(self, schema: Any, depth: int = 0) -> list[str]:
        """The keys that a schema knows, also through other schemas it leads to."""
        schema = self.resolved(schema)
        if not isinstance(schema, dict) or depth > _DEEPEST:
            return []
        inner = [branch for name in ("allOf", "anyOf", "oneOf") for branch in schema.get(name, ())]
        inner += [schema.get(name) for name in ("if", "then", "else")]
        keys = [key for key, form in schema.get("properties", {}).items() if form is not False]
        if schema.get("additionalProperties") is not False:
            keys += [key for branch in inner for key in self.keys(branch, depth + 1)]
        return list(dict.fromkeys(keys))

    def words(self, schema: Any, depth: int = 0) -> str:
        """What a schema expects, in plain words; "" when it does not say."""
        schema = self.resolved(schema)
        if not isinstance(schema, dict) or depth > _DEEPEST:
            return ""
        if "x-expected" in schema:
            return str(schema["x-expected"])
        listed = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if listed is not None:
            return listing(choice if isinstance(choice, str) else json.dumps(choice) for choice in listed)
        if "type" in schema:
            types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
            return joined(self._type_words(name, schema, depth) for name in types)
        for name in ("anyOf", "oneOf"):
            if name in schema:
                return joined(dict.fromkeys(filter(None, (self.words(branch, depth + 1) for branch in schema[name]))))
        return next(filter(None, (self.words(branch, depth + 1) for branch in schema.get("allOf", ()))), "")

    def words_of(self, branches: Any) -> str:
        """What several schemas of one type expect; "" unless each says more than its type."""
        resolved = [self.resolved(branch) for branch in branches]
        told = all(isinstance(form, dict) and not form.keys().isdisjoint(_WORDED) for form in resolved)
        return joined(dict.fromkeys(map(self.words, resolved))) if told else ""

    def _type_words(self, name: str, schema: Any, depth: int) -> str:
        if name == "object":
            return self._block
        if name != "array" or "items" not in schema:
            return _TYPES[name][0]
        items = self.resolved(schema["items"])
        inner = items.get("type") if isinstance(items, dict) and "x-expected" not in items else None
        if isinstance(inner, str) and inner in _TYPES and "enum" not in items and "const" not in items:
            return f"a list of {_TYPES[inner][1]}"
        words = self.words(items, depth + 1)
        return f"a list, each entry {words}" if words else "a list"

    def choices(self, schema: Any, depth: int = 0) -> list[str]:
        """The texts that a schema lists, itself or in its branches."""
        schema = self.resolved(schema)
        if not isinstance(schema, dict) or depth > _DEEPEST:
            return []
        own = schema.get("enum", [schema["const"]] if "const" in schema else [])
        branches = [branch for name in ("anyOf", "oneOf") for branch in schema.get(name, ())]
        inner = [text for branch in branches for text in self.choices(branch, depth + 1)]
        return [text for text in own if isinstance(text, str)] + inner
