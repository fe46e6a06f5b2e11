"""Give every process of Python that a test starts the mutant, too: its environment names a module, and a file with the
text that is read in place of the module's own.
"""

import importlib.machinery
import os
from pathlib import Path

MODULE, TEXT = (os.environ.get(f"RTAB_MUTANT_{name}", "") for name in ("MODULE", "TEXT"))

if MODULE:
    get_code = importlib.machinery.SourceFileLoader.get_code

    def get_mutated_code(loader, name):
        if loader.path != MODULE:
            return get_code(loader, name)
        return compile(Path(TEXT).read_text("utf-8"), MODULE, "exec", dont_inherit=True)

    setattr(importlib.machinery.SourceFileLoader, "get_code", get_mutated_code)  # noqa: B010, a method of Python's own
