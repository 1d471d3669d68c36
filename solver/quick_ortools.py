"""Loads CP-SAT without pandas: that saves a third of the time a command takes.

ortools names pandas in the signatures of a few methods that work on whole series of variables. Nobody here calls them,
so while ortools is loaded an empty class stands in for pandas. If that ever fails, ortools is loaded as it is.
"""

from __future__ import annotations

import sys
from types import ModuleType

if "pandas" in sys.modules:
    from ortools.sat.python import cp_model
else:
    stand_in = ModuleType("pandas")
    stand_in.Index = stand_in.Series = stand_in.DataFrame = type("Unused", (), {})  # type: ignore[attr-defined]
    sys.modules["pandas"] = stand_in
    try:
        from ortools.sat.python import cp_model
    except Exception:
        sys.modules.pop("pandas", None)
        from ortools.sat.python import cp_model
    finally:
        if sys.modules.get("pandas") is stand_in:
            del sys.modules["pandas"]

__all__ = ["cp_model"]
