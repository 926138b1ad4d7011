"""Tables of fields: the rows of the standard library, whole, with the header beside them."""

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_invariants import check_growth, counted_patterns  # noqa: F401 (a fixture)
from test_record import pieces

from course_lib import RecordChunker
from course_lib.chunkers.table_cuts import find_row_cuts

cells = st.text(st.sampled_from("ab ,;|\t\"\n\r'é🌊"), max_size=8)
tables = st.integers(2, 5).flatmap(
    lambda width: st.lists(
        st.lists(cells, min_size=width, max_size=width).filter(any), min_size=2, max_size=9
    )
)


@given(tables, st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n"]))
def test_the_rows_are_those_of_the_standard_library(rows, delimiter, end):
    header = [f"name{number}" for number in range(len(rows[0]))]
    written = StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([header, *rows])
    text = written.getvalue()
    starts = [cut.at for cut in find_row_cuts(text)]
    slices = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    read = [list(csv.reader(StringIO(part, newline=""), delimiter=delimiter)) for part in slices]
    assert read == [[row] for row in [header, *rows]]


CASES = {
    "rows are whole, and a quoted line end is inside of one": (
        'place,note\nSaltmarsh,"a joint\nunder the sink"\nMarrow,pipe\n',
        36,
        [
            ((), "place,note"),
            (("place,note",), 'Saltmarsh,"a joint\nunder the sink"'),
            (("place,note",), "Marrow,pipe"),
        ],
    ),
    "the header is not alone where a row fits beside it": (
        "place,sum\nA,1\nB,2\n",
        15,
        [((), "place,sum\nA,1"), (("place,sum",), "B,2")],
    ),
    "tabs": ("a\tb\n1\t2\n3\t4\n", 8, [((), "a\tb\n1\t2"), (("a\tb",), "3\t4")]),
    "decimal commas": ("a;b\n1,5;2\n3,5;4\n", 10, [((), "a;b\n1,5;2"), (("a;b",), "3,5;4")]),
    "a ragged row among ten": (
        "a,b\n" + "1,2\n" * 9 + "3\n",
        12,
        [((), "a,b\n1,2\n1,2"), *[(("a,b",), "1,2\n1,2\n1,2")] * 2, (("a,b",), "1,2\n3")],
    ),
    "a quote that is never closed is a character": (
        'a,b\n"1,2\n3,4\n5,6\n',
        8,
        [((), 'a,b\n"1,2'), (("a,b",), "3,4\n5,6")],
    ),
    "a row that is too long keeps the header beside all its pieces": (
        "a,b\none two three,4\n",
        9,
        [((), "a,b\none"), (("a,b",), "two"), (("a,b",), "three,4")],
    ),
    "a mark of byte order": ("\ufeffa,b\n1,2\n", 4, [((), "\ufeffa,b"), (("a,b",), "1,2")]),
    "blank lines": ("a,b\n\n1,2\n\n3,4\n", 8, [((), "a,b\n\n1,2"), (("a,b",), "3,4")]),
    "comments before the header": (
        "# made by hand\n# in May\na,b\n1,2\n3,4\n",
        32,
        [((), "# made by hand\n# in May\na,b\n1,2"), (("a,b",), "3,4")],
    ),
    "what Excel is told": (
        "sep=;\na;b\n1;2\n3;4\n",
        13,
        [((), "sep=;\na;b\n1;2"), (("a;b",), "3;4")],
    ),
    "questions as names": (
        "When?,Why: a reason\nMay,rain\nJune,snow\n",
        28,
        [((), "When?,Why: a reason\nMay,rain"), (("When?,Why: a reason",), "June,snow")],
    ),
    "lone CR": ("a,b\r1,2\r3,4\r", 7, [((), "a,b\r1,2"), (("a,b",), "3,4")]),
}


@pytest.mark.parametrize(("text", "size", "expected"), CASES.values(), ids=CASES.keys())
def test_tables(text, size, expected):
    assert pieces(text, size) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ann, thanks.\nBest, Bob\n",
        "The roof, and the wall,\nwere wet, and old\n",
        "one\ntwo\nthree\n",
        "a,b\n",
        "a,b\n1\n2\n3\n",
        "Claim: 1, water\nPaid: 2, crowns\n",
    ],
)
def test_what_is_no_table(text):
    assert find_row_cuts(text) == []


def test_three_hundred_columns_do_not_blow_up():
    text = "\n".join(",".join(f"column {n}" for n in range(300)) for _ in range(40))
    found = RecordChunker(400).spans(text)
    assert sum(len(part) for _, _, context in found for part in context) <= 200 * len(found)


def test_a_field_of_ten_megabytes_is_no_end_of_the_table():
    text = "a,b\n1,2\n" + "x" * 10_000_000 + ",3\n" + '"' + "y" * 200_000 + "\n" + "4,5\n" * 20
    found = RecordChunker(4_000).spans(text)
    assert found[0][:2] == (0, 7)
    assert {context for _, _, context in found[1:]} == {("a,b",)}
    assert text[found[-1][0] : found[-1][1]].endswith("y\n" + "4,5\n" * 19 + "4,5")


@pytest.mark.parametrize("unit", ["1,2\n", '1,"2\n3"\n', '"1,2\n', '1,"\n', "1,2,3\n"])
@pytest.mark.usefixtures("counted_patterns")
def test_twice_the_table_is_at_most_two_and_a_half_times_the_work(unit):
    check_growth(RecordChunker(60), "a,b\n" + unit * 500, "a,b\n" + unit * 1_000)
