"""Grapheme clusters: what a reader takes for one character, though it is several code points.

A letter with its accents, a flag, a family emoji. The rules are those of Unicode Annex 29,
https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules; a GB… names the rule.
`between_clusters` is always a position that lies inside none: clusters are counted from there.
"""

import re

from course_lib.chunkers import grapheme_table as table

FIRST_MARK = "\u0300"  # none before it joins what it follows, but for \r\n and © ® after a joiner
_SYLLABLES = "".join(map(chr, range(0xAC00, 0xD7A4, 28)))  # Korean, without a final consonant
_PREPENDED = re.compile(f"[{table.PREPEND}][^{table.CONTROL}]")  # GB9b
_JOINED_PAIR = re.compile(
    rf"""
    [^{table.CONTROL}] [{table.EXTEND}{table.SPACING_MARK}\u200d]                   # GB9, GB9a
  | [{table.HANGUL_LEAD}] [{table.HANGUL_LEAD}{table.HANGUL_VOWEL}\uac00-\ud7a3]    # GB6
  | [{table.HANGUL_VOWEL}{_SYLLABLES}] [{table.HANGUL_VOWEL}{table.HANGUL_TAIL}]    # GB7
  | [{table.HANGUL_TAIL}\uac00-\ud7a3] [{table.HANGUL_TAIL}]                        # GB7, GB8
    """,
    re.VERBOSE,
)
_EXTEND = re.compile(f"[{table.EXTEND}]")
_PICTOGRAPH = re.compile(f"[{table.PICTOGRAPH}]")
_CONSONANT = re.compile(f"[{table.CONSONANT}]")
_LINKER = re.compile(f"[{table.LINKER}]")
_CONJUNCT = re.compile(f"[{table.LINKER}{table.CONJUNCT_EXTEND}]")
_FLAG_LETTER = re.compile("[\U0001f1e6-\U0001f1ff]")


def inside_cluster(text: str, at: int, between_clusters: int = 0) -> bool:
    r"""Say whether position `at` lies inside a grapheme cluster of `text[between_clusters:]`.

    >>> inside_cluster("Cafe\u0301", 4), inside_cluster("a\r\nb", 2), inside_cluster("ab", 1)
    (True, True, False)
    """
    if not between_clusters < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before < FIRST_MARK and after < FIRST_MARK:
        return before == "\r" and after == "\n"  # GB3
    if _PREPENDED.match(text, at - 1):
        return True
    if before == "\u200d" and _emoji_sequence(text, at, between_clusters):
        return True
    return after >= FIRST_MARK and (
        _JOINED_PAIR.match(text, at - 1) is not None
        or (_FLAG_LETTER.match(after) is not None and _half_a_flag(text, at, between_clusters))
        or (_CONSONANT.match(after) is not None and _conjunct(text, at, between_clusters))
    )


def _emoji_sequence(text: str, at: int, between_clusters: int) -> bool:  # GB11
    base = at - 2
    while base > between_clusters and _EXTEND.match(text, base):
        base -= 1
    return (
        base >= between_clusters
        and _PICTOGRAPH.match(text, base) is not None
        and _PICTOGRAPH.match(text, at) is not None
    )


def _half_a_flag(text: str, at: int, between_clusters: int) -> bool:  # GB12, GB13
    first = at
    while first > between_clusters and _FLAG_LETTER.match(text, first - 1):
        first -= 1
    return (at - first) % 2 == 1


def _conjunct(
    text: str, at: int, between_clusters: int
) -> bool:  # GB9c, whatever the linker stands on
    base = at - 1
    while base > between_clusters and _CONJUNCT.match(text, base) and not _LINKER.match(text, base):
        base -= 1
    return _LINKER.match(text, base) is not None


def last_cluster_end(text: str, start: int, limit: int, between_clusters: int = 0) -> int:
    """Return the last position in (start, limit] that lies inside no cluster; 0 for none."""
    for at in range(limit, start, -1):
        if not inside_cluster(text, at, between_clusters):
            return at
    return 0
