"""Operators on strings, which run on the host while the model is imported."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from dlvm.onnx.operators.table import Known, operator


def _strings(found: Any) -> Any:
    return np.array(found, object)


@operator("StringConcat")
def string_concat(a: Known, b: Known) -> Any:
    return np.asarray(np.char.add(a.astype(str), b.astype(str))).astype(object)


@operator("StringSplit")
def string_split(x: Known, *, delimiter: str | None = None, maxsplit: int | None = None) -> Any:
    parts = [
        s.split(delimiter or None, -1 if maxsplit is None else maxsplit)
        for s in x.reshape(-1).tolist()
    ]
    width = max(map(len, parts), default=0)
    filled = np.full((len(parts), width), "", object)
    for row, found in zip(filled, parts, strict=True):
        row[: len(found)] = found
    counts = np.array([len(p) for p in parts], np.int64).reshape(x.shape)
    return filled.reshape((*x.shape, width)), counts


@operator("RegexFullMatch")
def regex_full_match(x: Known, *, pattern: str) -> Any:
    found = [re.fullmatch(pattern, s) is not None for s in x.reshape(-1).tolist()]
    return np.array(found, bool).reshape(x.shape)


@operator("StringNormalizer")
def string_normalizer(
    x: Known,
    *,
    case_change_action: str = "NONE",
    is_case_sensitive: int = 0,
    locale: str = "en_US",
    stopwords: list[str] | None = None,
) -> Any:
    change = {"LOWER": str.lower, "UPPER": str.upper}.get(case_change_action, str)
    compared = str if is_case_sensitive else str.lower
    stopped = {compared(w) for w in stopwords or ()}
    rows = x.reshape(-1, x.shape[-1]).tolist()
    kept = [[change(s) for s in row if compared(s) not in stopped] or [""] for row in rows]
    found = _strings(kept)
    return found.reshape(-1) if x.ndim == 1 else found


@operator("TfIdfVectorizer")
def tfidf_vectorizer(
    x: Known,
    *,
    max_gram_length: int,
    max_skip_count: int,
    min_gram_length: int,
    mode: str,
    ngram_counts: list[int],
    ngram_indexes: list[int],
    pool_int64s: list[int] | None = None,
    pool_strings: list[str] | None = None,
    weights: list[float] | None = None,
) -> Any:
    """Weighted counts of the n-grams of a pool in each row."""
    pool: list[Any] = list(pool_strings if pool_strings is not None else pool_int64s or [])
    grams: dict[tuple[Any, ...], int] = {}
    starts = [*ngram_counts, len(pool)]
    for number, start in enumerate(ngram_counts):
        length = number + 1
        for place in range(start, starts[number + 1], length):
            grams[tuple(pool[place : place + length])] = len(grams)
    width = max(ngram_indexes) + 1
    rows = x.reshape(-1, x.shape[-1]) if x.ndim > 1 else x.reshape(1, -1)
    found = np.zeros((len(rows), width), np.float32)
    for counts, row in zip(found, rows.tolist(), strict=True):
        for length in range(min_gram_length, max_gram_length + 1):
            for skip in range(max_skip_count + 1 if length > 1 else 1):
                reach = (length - 1) * (skip + 1)
                for start in range(len(row) - reach):
                    gram = tuple(row[start : start + reach + 1 : skip + 1])
                    if gram in grams:
                        counts[ngram_indexes[grams[gram]]] += 1
    if weights is not None or mode != "TF":
        scale = np.ones(width, np.float32)
        for number, place in enumerate(ngram_indexes):
            scale[place] = 1.0 if weights is None else weights[number]
        present = (found > 0).astype(np.float32)
        found = {"TF": found, "IDF": present * scale, "TFIDF": found * scale}[mode]
    return found if x.ndim > 1 else found[0]
