"""Line breaks against three outside oracles: uniseg, the standard's own examples, and ICU.

The last two are Debian's unicode-data and python3-icu; where one is missing, make test-all says so.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from texts import REAL_TEXTS
from uniseg.linebreak import line_break_boundaries

from course_lib.chunkers.line_breaks import may_break

TEST_FILE = Path("/usr/share/unicode/auxiliary/LineBreakTest.txt")
DEBIAN_PYTHON = "/usr/bin/python3"


def breaks(text):
    return [at for at in range(1, len(text)) if may_break(text, at)]


# --- uniseg, which knows Unicode 16 ---

ONE_OF_EACH_CLASS = [
    *"aZ7 \n\r\t.,;:!?()[]{}'\"/-–—%$+£«»“”‘’…#&*=_",
    *"\u00a0\u200b\u2060\u202f\u2007\u00ad\u2011\u3000\v\f\x85\u2028\u2029",
    *"水とーァ。、「」！１가각\u1100\u1161\u11a8한אב",
    *"ไทยကខ្\u0301\u200d\u25cc\ufffc\u1b05\u1b44\U00011305\U0001f1e9",
    *"\U0001f469\U0001f3fd\U0001f600\u261d",
]


CHANGED_IN_17 = re.compile("\u00ad|[אב][\u0301\u200d]*[\t–\u3000]")  # hyphens: LB20a, LB21a


@given(st.lists(st.sampled_from(ONE_OF_EACH_CLASS), max_size=12).map("".join))
def test_random_neighbours_are_parted_where_uniseg_parts_them(text):
    assume(not CHANGED_IN_17.search(text))
    assert breaks(text) == [at for at in line_break_boundaries(text) if 0 < at < len(text)]


@pytest.mark.parametrize("text", REAL_TEXTS.values(), ids=REAL_TEXTS.keys())
def test_real_text_is_parted_where_uniseg_parts_it(text):
    assert breaks(text) == [at for at in line_break_boundaries(text) if 0 < at < len(text)]


def test_a_position_outside_of_the_text_is_no_break():
    assert [at for at in range(-2, 6) if may_break("a b", at)] == [2]


@pytest.mark.parametrize("marks", [1, 15, 1000])
def test_marks_and_numbers_of_any_length_are_read_in_constant_time(marks):
    text = "a" + "\u0301" * marks + " " * marks + "1" * marks + "-b"
    assert breaks(text) == [1 + 2 * marks, 2 + 3 * marks]


# --- Unicode 15.0: Debian's test file, and ICU ---

# What later versions changed: how quotation marks bind (LB15a, LB15b, LB19a), hyphens that begin a
# word (LB20a, LB21a) and decimal marks (LB15c, LB25); and Balinese and its kin are AK now (LB28a).
QUOTES, HYPHENS, NEW_CLASSES = "«»“”‘’\"'", "-\u2010\u00ad", "\u1b05\u1b44\U00011305\u25cc"
CHANGED_SINCE_15 = re.compile(
    f"[{re.escape(QUOTES + HYPHENS + NEW_CLASSES)}]|[.,:;][\u0300-\u036f\u200d]*[0-9]"
)


@pytest.mark.outside
@pytest.mark.skipif(not TEST_FILE.exists(), reason="unicode-data is not installed")
def test_the_standards_own_examples_hold_but_for_what_later_versions_changed():
    tried = 0
    for line in TEST_FILE.read_text(encoding="utf-8").splitlines():
        signs = line.partition("#")[0].split()
        text = "".join(chr(int(sign, 16)) for sign in signs[1::2])
        if text and not CHANGED_SINCE_15.search(text):
            tried += 1
            expected = [at for at, sign in enumerate(signs[::2]) if sign == "÷"][:-1]
            assert breaks(text) == expected, line
    assert tried > 6_000


ICU = """
import icu, json, sys
iterator = icu.BreakIterator.createLineInstance(icu.Locale("en"))
for text in json.load(sys.stdin):
    iterator.setText(text)
    units = text.encode("utf-16-le")
    print(json.dumps([len(units[: 2 * end].decode("utf-16-le")) for end in iterator][:-1]))
"""


def icu_is_missing():
    command = [DEBIAN_PYTHON, "-I", "-c", "import icu"]
    return not Path(DEBIAN_PYTHON).exists() or subprocess.run(command, check=False).returncode


@pytest.mark.outside
def test_random_neighbours_are_parted_where_icu_parts_them():
    """ICU 72 knows Unicode 15.0; Thai, Burmese and Khmer are out, since it has a dictionary."""
    if icu_is_missing():
        pytest.skip("python3-icu is not installed")
    characters = [
        c for c in ONE_OF_EACH_CLASS if c not in "ไทยကខ្ー" + QUOTES + HYPHENS + NEW_CLASSES
    ]
    random = Random(14)
    texts = ["".join(random.choices(characters, k=random.randint(2, 9))) for _ in range(10_000)]
    changed = (CHANGED_SINCE_15, CHANGED_IN_17)
    texts = [text for text in texts if not any(pattern.search(text) for pattern in changed)]
    command = [DEBIAN_PYTHON, "-I", "-c", ICU]
    done = subprocess.run(
        command, input=json.dumps(texts), capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    found = [(text, breaks(text)) for text in texts]
    assert found == list(zip(texts, answers, strict=True))
    assert len(texts) > 2_000
