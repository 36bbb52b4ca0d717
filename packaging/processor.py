"""What llama.cpp was compiled for, as words of /proc/cpuinfo: the package is refused where one is missing.

On a processor that lacks one of them the first draft of a meeting would end in "illegal instruction".
"""

from __future__ import annotations

import re
import sys

import llama_cpp

WORDS = {
    "SSE3": "pni",
    "SSSE3": "ssse3",
    "AVX": "avx",
    "AVX_VNNI": "avx_vnni",
    "AVX2": "avx2",
    "F16C": "f16c",
    "FMA": "fma",
    "BMI2": "bmi2",
    "AVX512": "avx512f",
    "AVX512_VBMI": "avx512vbmi",
    "AVX512_VNNI": "avx512_vnni",
    "AVX512_BF16": "avx512_bf16",
    "AMX_INT8": "amx_int8",
    "NEON": "asimd",
    "FP16_VA": "asimdhp",
    "DOTPROD": "asimddp",
    "MATMUL_INT8": "i8mm",
    "SVE": "sve",
    "SME": "sme",
}

if __name__ == "__main__":
    said = dict(re.findall(r"(\w+) = (\d+)", llama_cpp.llama_print_system_info().decode()))
    sys.stdout.write(" ".join(word for name, word in WORDS.items() if said.get(name) == "1"))
