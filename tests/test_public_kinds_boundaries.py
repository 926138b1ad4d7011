"""Wrong cuts that users reported of other splitters and wrappers: the link, and our own input."""

import pytest

from course_lib import MarkdownChunker, ParagraphChunker

KINDS = {
    "https://github.com/fnl/segtok/issues/10": (  # an initial in a name
        "The roof was surveyed by Lester B. Marrow in the dry week of May.",
        46,
        ["The roof was surveyed by Lester B. Marrow in", "the dry week of May."],
    ),
    "https://github.com/zaemyung/sentsplit/issues/6": (  # a full stop before a lower-case letter
        "The policy no. is missing. The insurer info. is not found either.",
        46,
        ["The policy no. is missing.", "The insurer info. is not found either."],
    ),
    "https://github.com/abeiro/HerikaServer/pull/433": (  # an ellipsis within a sentence
        "Wait for it. The cellar is... dry again. Good.",
        31,
        ["Wait for it.", "The cellar is... dry again.", "Good."],
    ),
    "https://github.com/fnl/segtok/issues/16": (  # what is said goes with who says it
        'He came in. "Is the roof dry?" asked the surveyor at once.',
        44,
        ["He came in.", '"Is the roof dry?" asked the surveyor at', "once."],
    ),
    "https://github.com/FooSoft/yomichan-anki/pull/6": (  # hard-wrapped text
        "The attic was dry when we came. The cellar\n"
        "stood under water up to the third\nstep of the stairs.",
        60,
        [
            "The attic was dry when we came.",
            "The cellar\nstood under water up to the third",
            "step of the stairs.",
        ],
    ),
    "https://github.com/Textualize/rich/pull/3990": (  # a no-break space is no break
        "Pay 12\u00a0500\u00a0EUR by May",
        13,
        ["Pay", "12\u00a0500\u00a0EUR by", "May"],
    ),
    "https://github.com/mgeisler/textwrap/issues/306": (  # a space that binds its mark
        "Quelle pluie ! Le toit fuit ?",
        13,
        ["Quelle", "pluie !", "Le toit", "fuit ?"],
    ),
    "https://github.com/tokeeto/shoggoth/issues/229": (  # quotes of French, with spaces
        "Il a dit « oui » hier",
        11,
        ["Il a dit", "« oui »", "hier"],
    ),
    "https://github.com/mgeisler/textwrap/issues/8": (  # a soft hyphen
        "Donau\u00addampf\u00adschiff",
        13,
        ["Donau\u00addampf\u00ad", "schiff"],
    ),
    "https://github.com/typst/typst/issues/560": (  # no line begins with a closing mark
        "屋顶是新的水管很旧，换掉它",
        9,
        ["屋顶是新的水管很", "旧，换掉它"],
    ),
    "https://github.com/languagetool-org/languagetool/issues/5249": (  # a line separator
        "The roof is new\u2028the pipes are old",
        20,
        ["The roof is new", "the pipes are old"],
    ),
    "https://github.com/gagolews/stringi/issues/37": (  # every line end of Unicode
        "Roof\u0085Pipes\vDoor\fWall\u2028Attic\u2029Cellar\rYard",
        11,
        ["Roof\u0085Pipes", "Door\fWall", "Attic", "Cellar\rYard"],
    ),
}


@pytest.mark.parametrize("chunker", [ParagraphChunker, MarkdownChunker])
@pytest.mark.parametrize(("text", "size", "expected"), KINDS.values(), ids=KINDS)
def test_a_kind_that_users_reported_is_cut_as_a_careful_person_would(chunker, text, size, expected):
    assert [text[start:end] for start, end, _ in chunker(size).spans(text)] == expected
