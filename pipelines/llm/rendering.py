"""The process in which a chat template is rendered: `python -m pipelines.llm.rendering SECONDS`.

A template comes with the weights and is a program: Jinja's sandbox keeps it from files and from our objects,
but not from looping, from filling the memory, or from one multiplication that never ends. Some of that is
computed when it is compiled already. So both happen here, and this process bounds itself: what a template
does to it is its caller's missing answer.

It reads {"template", "bos", "eos", "turns"} as JSON from its input and writes {"text"} or {"error"}.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
from typing import Any

_MEMORY_BYTES = 2 * 2**30
"""Address space, of which the libraries alone map several hundred megabytes."""
_LONGEST = 1_000_000
"""Characters; the markup of a conversation has hundreds."""


def main(limit_s: float) -> None:
    # Whatever becomes of the caller, a loop ends here, after so much processor time: on a busy machine later.
    signal.setitimer(signal.ITIMER_PROF, limit_s)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.write(json.dumps(answer(json.loads(sys.stdin.read()))))


def answer(asked: dict[str, Any]) -> dict[str, str]:
    """The conversation as the template writes it, with thinking off and a model's turn opened at the end."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    try:
        render = Jinja2ChatFormatter(
            template=asked["template"], eos_token=asked["eos"], bos_token=asked["bos"]
        )
        text: str = render(messages=asked["turns"], enable_thinking=False).prompt
    except MemoryError:
        return {"error": "it takes too much memory"}
    except Exception as error:  # it is a program that somebody else wrote
        return {"error": f"{error}" or type(error).__name__}
    return {"text": text} if len(text) <= _LONGEST else {"error": "it writes without end"}


if __name__ == "__main__":
    main(float(sys.argv[1]))
