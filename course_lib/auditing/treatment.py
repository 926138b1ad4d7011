"""What was done to a slice after it was cut, so that it is no slice any more.

Each change is tried: alone, then several together, then with something added before or behind.
"""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from html import unescape

_MARKS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′`´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_SHOWN = 30


def normalize_newlines(text: str) -> str:
    """Write each line end as one line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_blank(text: str) -> str:
    """Write each run of white space as one blank."""
    return " ".join(text.split())


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


CHANGES: dict[str, Callable[[str], str]] = {  # whole texts are changed so, too, before a cut
    "white space around it was stripped": str.strip,
    "its line ends were translated": normalize_newlines,
    "its byte order mark was removed": lambda text: text.removeprefix("\ufeff"),
    "it was normalised to NFC": partial(unicodedata.normalize, "NFC"),
    "it was normalised to NFD": partial(unicodedata.normalize, "NFD"),
    "its HTML entities were decoded": unescape,
    "its white space was rewritten": one_blank,
}
# What two texts have in common when nothing but this was changed; in the order in which it is done.
_REST: dict[str, Callable[[str], str]] = {
    "characters were written as HTML entities, or those as characters": unescape,
    "characters that cannot be seen were removed": lambda text: text.translate(_UNSEEN),
    "it was normalised to NFKC": partial(unicodedata.normalize, "NFKC"),
    "its accents were changed": _without_accents,
    "its case was changed": str.casefold,
    "its quotes and dashes were replaced": lambda text: text.translate(_MARKS),
    "its punctuation was changed": partial(re.sub, r"[^\w\s]|_", " "),
    "its white space was rewritten": partial(re.sub, r"\s", ""),
}


def changed_after(claimed: str, wanted: str) -> str:
    """Say what was done to a slice to make another text of it; nothing when that cannot be told.

    >>> changed_after("Roof  Renewed.", "roof renewed")
    'its case was changed, its punctuation was changed and its white space was rewritten'
    """
    for change, apply in CHANGES.items():
        target = apply(wanted) if apply is one_blank else wanted
        if apply(claimed) == target:
            return change
    needed = _needed(claimed, wanted)
    return _and(needed) if needed else ""


def added_around(claimed: str, wanted: str) -> str:
    """Say what stands before and behind a slice in a text that holds it, changed or not.

    >>> added_around("Roof renewed.", "# Report\\nRoof renewed.")
    "9 characters stand before it ('# Report\\\\n')"
    """
    at = wanted.find(claimed)
    if at >= 0:
        around = wanted[:at], wanted[at + len(claimed) :]
        change = ""
    else:
        bare, target = _rest(claimed), _rest(wanted)
        at = target.find(bare)
        if at < 0 or not bare:
            return ""
        around = target[:at], target[at + len(bare) :]
        change = ", and it was changed itself"
    said = [
        f"{len(part):,} characters stand {where} it ({_shown(part)})"
        for part, where in zip(around, ("before", "behind"), strict=True)
        if part
    ]
    return " and ".join(said) + change


def replaced_inside(claimed: str, wanted: str) -> tuple[int, str]:
    """Say what became of the one part in which two texts differ, and where it begins.

    Nothing is said when they have too little in common: less than half at the two ends, and less
    than six words of ten.

    >>> replaced_inside("Ask Ann Lee for the keys.", "Ask [NAME] for the keys.")
    (4, "'Ann Lee' became '[NAME]'")
    """
    first = common_length(claimed, wanted)
    rest = min(len(claimed), len(wanted)) - first
    last = common_length(claimed[::-1][:rest], wanted[::-1][:rest])
    if 2 * (first + last) < max(len(claimed), len(wanted)) and not _share_words(claimed, wanted):
        return first, ""
    old, new = claimed[first : len(claimed) - last], wanted[first : len(wanted) - last]
    return first, f"{_shown(old)} became {_shown(new)}"


def _share_words(one: str, other: str) -> bool:
    words, others = Counter(one.split()), Counter(other.split())
    return 10 * (words & others).total() >= 6 * max(words.total(), others.total(), 1)


def common_length(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning, found by halving.

    >>> common_length("Roof", "Room")
    3
    """
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[:middle]):
            low = middle
        else:
            high = middle - 1
    return low


def length_of_rest(text: str, wanted: str) -> int:
    """How much of a text is left to match when only such changes were made to it.

    >>> length_of_rest("Roof  Renewed. Pipes old.", "roof renewed.")
    14
    """
    length = len(_rest(wanted))
    ends = range(1, len(text) + 1)
    most = bisect_right(ends, length, key=lambda end: len(_rest(text[:end])))
    return len(text[:most].rstrip())


def _needed(claimed: str, wanted: str) -> list[str]:
    """The changes without which the two would differ; none when all together do not suffice.

    What changes most is left out first, so that the closest name for a change stays.
    """
    needed = list(_REST)
    if not _rest(claimed) or _rest(claimed) != _rest(wanted):
        return []
    for name in reversed(_REST):
        others = [other for other in needed if other != name]
        if _rest(claimed, others) == _rest(wanted, others):
            needed = others
    return needed


def _rest(text: str, changes: Iterable[str] = tuple(_REST)) -> str:
    for name in changes:
        text = _REST[name](text)
    return text


def _and(parts: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
