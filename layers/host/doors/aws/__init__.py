"""The host in AWS Lambda: what it reads at start, what it wakes after a commit, how each trigger's event is taken."""

import gc
import os

# What is loaded at the start stays, and to look for garbage among it would take a tenth of that time. A function looks
# again as soon as it is put together (`wiring.begin`).
if "AWS_LAMBDA_FUNCTION_NAME" in os.environ:
    gc.disable()
