"""Specs as text and back, for what is remembered of them between runs.

A spec comes back several times faster than its files are read. The text is of Python's own form for such things; only
the classes that a spec is made of are made of it, whatever else it may name.
"""

import base64
import io
import pickle
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rulespec.model import expr, place, spec, vocabulary
from rulespec.model.packing import Unpackable
from rulespec.model.spec import Spec

_NAMES = [(module, name) for module in (expr, place, spec, vocabulary) for name in dir(module)]
_CLASSES = {(one.__module__, one.__qualname__): one for one in (Fraction, Decimal, date)} | {
    (module.__name__, name): one for module, name in _NAMES if isinstance(one := getattr(module, name), type)
}


def pack_spec(spec: Spec) -> str:
    """A spec as ASCII. Raises `Unpackable` where it could not come back."""
    try:
        return base64.b64encode(pickle.dumps(spec, protocol=5)).decode("ascii")
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as error:
        raise Unpackable(f"a spec cannot be kept: {error}") from None


def unpack_spec(packed: Any) -> Spec:
    """The spec that was packed. Raises ValueError for anything else."""
    try:
        found = _Ours(io.BytesIO(base64.b64decode(packed, validate=True))).load()
    except Exception as error:  # what reading may raise of a text that is no spec is not told
        raise ValueError(f"no spec: {error}") from None
    if not isinstance(found, Spec):
        raise ValueError("no spec")
    return found


class _Ours(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> type:
        found = _CLASSES.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"a spec is made of no `{module}.{name}`")
        return found
