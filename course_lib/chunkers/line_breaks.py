"""Where a line of text may end, by the rules of Unicode: Annex 14, in the standard's own notation.

The rules are those of Unicode 17, https://www.unicode.org/reports/tr14/#Algorithm. An LB… names the
rule; the first that matches decides. `×` forbids a break, `÷` allows it, and what no rule
mentions may be broken. Thai and other scripts that need a dictionary have no break inside a word
here; they are cut between clusters, or where their writers put a zero-width space.
"""

import re

from course_lib.chunkers.line_break_table import LINE_BREAK

_RULES = """
    [BK LF NL] ÷                                LB4, LB5
    [CR] × [LF]                                 LB5
    [CR] ÷                                      LB5
    × [BK CR LF NL]                             LB6
    × [SP ZW]                                   LB7
    [ZW] [SP]* ÷                                LB8
    × [WJ]                                      LB11
    [WJ] ×                                      LB11
    [GL] ×                                      LB12
    [^ SP BA HY HH] × [GL]                      LB12a
    × [CL CP EX SY]                             LB13
    [OP] [SP]* ×                                LB14
    [sot BK CR LF NL OP QU Pi Pf GL SP ZW] [Pi] [SP]* ×                     LB15a
    × [Pf] [SP GL WJ CL QU Pi Pf CP EX IS SY BK CR LF NL ZW eot]            LB15b
    [SP] ÷ [IS] [NU]                            LB15c
    × [IS]                                      LB15d
    [CL CP] [SP]* × [NS]                        LB16
    [B2] [SP]* × [B2]                           LB17
    [SP] ÷                                      LB18
    × [QU Pf]                                   LB19
    [QU Pi] ×                                   LB19
    [^ EA] × [Pi]                               LB19a
    × [Pi] [^ EA]                               LB19a
    [Pf] × [^ EA]                               LB19a
    [^ EA] [Pf] ×                               LB19a
    ÷ [CB]                                      LB20
    [CB] ÷                                      LB20
    [sot BK CR LF NL SP ZW CB GL] [HY HH] × [AL HL]                         LB20a
    × [BA HH HY NS]                             LB21
    [BB] ×                                      LB21
    [HL] [HY HH] × [^ HL]                       LB21a
    [SY] × [HL]                                 LB21b
    × [IN]                                      LB22
    [AL HL] × [NU]                              LB23
    [NU] × [AL HL]                              LB23
    [PR] × [ID EB EM]                           LB23a
    [ID EB EM] × [PO]                           LB23a
    [PR PO] × [AL HL]                           LB24
    [AL HL] × [PR PO]                           LB24
    [NU] [SY IS]* [CL CP] × [PO PR]             LB25
    [NU] [SY IS]* × [PO PR NU]                  LB25
    [PO PR] × [OP] [NU]                         LB25
    [PO PR] × [OP] [IS] [NU]                    LB25
    [PO PR HY IS] × [NU]                        LB25
    [JL] × [JL JV H2 H3]                        LB26
    [JV H2] × [JV JT]                           LB26
    [JT H3] × [JT]                              LB26
    [JL JV JT H2 H3] × [PO]                     LB27
    [PR] × [JL JV JT H2 H3]                     LB27
    [AL HL] × [AL HL]                           LB28
    [AP] × [AK DC AS]                           LB28a
    [AK DC AS] × [VF VI]                        LB28a
    [AK DC AS] [VI] × [AK DC]                   LB28a
    [AK DC AS] × [AK DC AS] [VF]                LB28a
    [IS] × [AL HL]                              LB29
    [AL HL NU] × [OPn]                          LB30
    [CPn] × [AL HL NU]                          LB30
    [^ RI] [RI] ([RI] [RI])* × [RI]             LB30a
    [EB XP] × [EM]                              LB30b
"""

# --- a class is one letter, or another where it is East Asian; then a rule is a pattern ---

_CLASSES = [name for name in LINE_BREAK if name != "EA"] + ["H2", "H3", "DC", "AL"]
_LETTERS = {name: chr(0xE000 + 2 * number) for number, name in enumerate(_CLASSES)}
_EAST_ASIAN = {name: chr(ord(letter) + 1) for name, letter in _LETTERS.items()}
_ENDS = {"sot": "\ue100", "eot": "\ue101"}  # of the text
_NAMED = {
    **{name: _LETTERS[name] + _EAST_ASIAN[name] for name in _CLASSES},
    **_ENDS,
    "OPn": _LETTERS["OP"],
    "CPn": _LETTERS["CP"],
    "EA": "".join(_EAST_ASIAN.values()),
}
_NAMED["AL"] += _NAMED["DC"]
_NAMED["ID"] += _NAMED["XP"]

_SYLLABLES = "".join(map(chr, range(0xAC00, 0xD7A4, 28)))  # Korean, without a final consonant
_RANGES = {**LINE_BREAK, "H2": _SYLLABLES, "H3": "\uac00-\ud7a3", "DC": "\u25cc", "AL": r"\s\S"}
_FIRST_CLASS = re.compile("|".join(f"(?P<{name}>[{_RANGES[name]}])" for name in _CLASSES))
_IS_EAST_ASIAN = re.compile(f"[{LINE_BREAK['EA']}]")


class _LetterOfEach(dict[int, str]):
    """The letter of each character's class, found when it is first asked for."""

    def __missing__(self, point: int) -> str:
        found = _FIRST_CLASS.match(chr(point))
        name = found.lastgroup if found else None
        letters = _EAST_ASIAN if _IS_EAST_ASIAN.match(chr(point)) else _LETTERS
        self[point] = letters[name or "AL"]
        return self[point]


_letter_of_each = _LetterOfEach()

_MARKS = _NAMED["CM"] + _NAMED["ZWJ"]
_TAKES_NO_MARK = "".join(_NAMED[name] for name in ("BK", "CR", "LF", "NL", "SP", "ZW"))
_MARKED = re.compile(f"([^{_TAKES_NO_MARK}{_MARKS}])[{_MARKS}]+")
_LONE_MARK = re.compile(f"[{_MARKS}]")
_BEFORE, _AFTER, _MOST_MARKS = 64, 3, 16  # how far the rules look


def _compile(rules: str) -> re.Pattern[str]:
    """Make one pattern of all rules; what it reads is what follows, then, backwards, what precedes.

    A rule that allows a break leaves an empty group behind.
    """
    patterns = []
    for line in rules.strip().splitlines():
        rule = re.sub(r"LB.*| ", "", re.sub(r"[A-Za-z][A-Za-z0-9]*(?=[ \]])", _letters, line))
        before, verdict, after = re.split("([×÷])", rule)
        backwards = "".join(reversed(re.findall(r"\(.*\)\*|\[[^]]*\]\*?", before)))
        ahead = after + "." * (_AFTER - after.count("["))
        patterns.append(ahead + backwards.replace("(", "(?:") + "()" * (verdict == "÷"))
    return re.compile("|".join(patterns))


def _letters(name: re.Match[str]) -> str:
    return _NAMED[name[0]]


_RULE = _compile(_RULES)


def may_break(text: str, at: int) -> bool:
    r"""Say whether a line may end at a position, or must.

    The rules look at 64 code points before it and 16 after it at most.

    >>> text = "a (b) c\u00a0d-e"
    >>> [text[:at] for at in range(len(text)) if may_break(text, at)]
    ['a ', 'a (b) ', 'a (b) c\xa0d-']
    """
    if not 0 < at < len(text):
        return False
    first = max(0, at - _BEFORE)
    before = text[first:at].translate(_letter_of_each)
    after = text[at : at + _MOST_MARKS].translate(_letter_of_each)
    if before[-1] in _NAMED["ZWJ"] or (after[0] in _MARKS and before[-1] not in _TAKES_NO_MARK):
        return False  # LB8a, LB9
    before = _without_marks(before)[::-1] + ("" if first else _ENDS["sot"])
    after = (_without_marks(after) + _ENDS["eot"] * _AFTER)[:_AFTER]
    rule = _RULE.match(after + before)
    return rule is None or rule.lastindex is not None


def _without_marks(letters: str) -> str:  # LB9, LB10
    if not _LONE_MARK.search(letters):
        return letters
    return _LONE_MARK.sub(_LETTERS["AL"], _MARKED.sub(r"\1", letters))
