"""Splitters and searches of one's own on the command line: `measure` and `report` take them by
name, refuse what is wrong with them in one line, and write the page."""

import re
from html.parser import HTMLParser

import pytest

from course_lib import NaiveChunker, ParagraphChunker, samples
from course_lib.adapters import Foreign
from course_lib.cli import main
from course_lib.commands.yours import made
from course_lib.errors import InvalidValue
from course_lib.measure import choose, difference, sweep
from course_lib.measure.table import as_differences, row_of, rows_from_csv
from course_lib.show.report import Measured, report_page, verdict

MODULE = """
import re


def lines():
    return lambda text: [(m.start(), m[0]) for m in re.finditer(r"\\S.{0,300}", text)]


def searched():
    return lambda text: [(text.find(p), p) for p in text.split("\\n\\n") if p]


def rewritten():
    return lambda text: [(0, text.upper())]


def no_list():
    return lambda text: None


def longest():
    def search(chunks):
        ranked = sorted(chunks, key=lambda chunk: -len(chunk.text))
        return lambda question: [(chunk, len(chunk.text)) for chunk in ranked]

    return search


def distances():
    return lambda chunks: lambda question: [(c, float(n)) for n, c in enumerate(chunks)]


def words():
    return lambda chunks: lambda question: [(c, "high") for c in chunks]


def breaks():
    raise KeyError("no model")


NUMBER = 3
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a pipeline in it, as the current one, and few samples."""
    documents = samples.load_documents()[:2]
    questions = [q for q in samples.load_questions() if q.document in documents]
    monkeypatch.setattr(samples, "load_documents", lambda: documents)
    monkeypatch.setattr(samples, "load_questions", lambda: questions)
    (tmp_path / "pipeline_of_tests.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return documents, questions


P = "pipeline_of_tests"
TEXT_OF_REPEATS = "Roof.\n\nPipes.\n\nRoof.\n\nPipes.\n"


def run(capsys, *arguments):
    try:
        status = main(list(map(str, arguments)))
    except SystemExit as exit_:
        status = exit_.code
    return status, *capsys.readouterr()


# --- measure ---


def test_a_splitter_and_a_search_are_measured_beside_ours_and_compared(here, capsys):
    status, out, _ = run(
        capsys,
        *("measure", "--chunker", "naive", "--size", 400, "--splitter", f"{P}:lines"),
        *("--search", "store", f"{P}:longest", "--budget", 900),
    )
    assert status == 0
    firsts = [line.split("  ")[0] for line in out.splitlines()[3:7]]
    assert firsts == ["naive", "lines", "naive search=longest", "lines search=longest"]
    assert "recall against naive 400, paired, 95 %:" in out
    assert len(re.findall(r", (?:higher|lower|we cannot tell)$", out, re.M)) == 3


def test_without_a_chunker_the_splitter_is_measured_alone(capsys):
    status, out, _ = run(
        capsys, "measure", "--splitter", f"{P}:lines", "--budget", 900, "--csv", "-"
    )
    assert status == 0
    (row,) = rows_from_csv(out)
    assert (row.chunker, row.size, row.overlap) == ("lines", None, None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--splitter", f"{P}:rewritten"],
            "rewritten gives wrong positions of policy/55012; sli",
        ),
        (
            ["--splitter", f"{P}:no_list"],
            "no_list failed on policy/55012: InvalidType: chunks",
        ),
        (
            ["--search", f"{P}:distances"],
            "the search distances, place 2 of .* best first, and",
        ),
        (
            ["--search", f"{P}:words"],
            "the search words, place 1 of .* score 'high' is no ",
        ),
        (["--splitter", "lines"], "lines: write MODULE:FACTORY, for example my_pipeline:splitter"),
        (["--splitter", f"{P}:line"], f"{P}:line: there is no line in {P}"),
        (["--splitter", "nowhere_at_all:x"], "nowhere_at_all cannot be imported: ModuleNotFound"),
        (["--splitter", f"{P}:NUMBER"], "NUMBER is a int: name a function that returns it"),
        (["--search", f"{P}:breaks"], r"breaks\(\) raised KeyError: 'no model'"),
        (["--search", "builtins:int"], r"int\(\) returned 0: a search is a function of chunks"),
        (["--splitter", "builtins:int"], "a splitter is a function of a text, or has one of"),
        (["--splitter", f"{P}:lines", "--plot", "a.png"], "--plot draws recall over size"),
    ],
    ids=str,
)
def test_what_is_wrong_with_them_is_said_in_one_line(capsys, arguments, words):
    status, out, err = run(capsys, "measure", "--budget", 3_000, *arguments)
    assert (status, out) == (2, "")
    assert re.search(words, err.splitlines()[-1]), err


def test_an_object_will_do_for_a_splitter():
    assert callable(made(f"{P}:lines"))
    with pytest.raises(InvalidValue, match="there is no nothing in"):
        made(f"{P}:nothing")


# --- choose ---


def test_the_cheapest_of_those_that_are_as_good_is_chosen(here):
    chunkers = [NaiveChunker(400, 200), NaiveChunker(400, 0), ParagraphChunker(400)]
    results = sweep(chunkers, *here, budgets=[900])
    chosen = choose(results)
    best = max(results, key=lambda result: result.recall)
    assert difference(best, chosen, "recall")[1].low <= 0
    for other in results:
        if difference(best, other, "recall")[1].low <= 0:
            assert round(chosen.exact_storage, 1) <= round(other.exact_storage, 1)
    assert choose(results[:1]) is results[0]


def test_what_cannot_be_chosen_from_is_refused(here):
    with pytest.raises(InvalidValue, match="nothing to choose from: measure at least one"):
        choose([])
    results = sweep([NaiveChunker(400, 0)], *here, budgets=[900, 1_200])
    with pytest.raises(InvalidValue, match="900 characters and 1,200 characters are not one price"):
        choose(results)


def test_a_difference_says_which_way_and_whether_we_can_tell(here):
    first, second = sweep([NaiveChunker(400, 0), NaiveChunker(100, 0)], *here, budgets=[400])
    head, line = as_differences([first, second]).split("\n")
    more, (low, high) = difference(second, first, "recall")
    assert head == "recall against naive 400, paired, 95 %:"
    assert line.startswith(f"naive 100: {more:+.3f} ({low:+.3f} to {high:+.3f}), ")
    assert as_differences([first, first]).endswith("+0.000 (+0.000 to +0.000), we cannot tell")


# --- report ---


class Page(HTMLParser):
    """The tags of a page, whether they are closed, and the alternative texts of its pictures."""

    def __init__(self, page):
        super().__init__()
        self.open, self.pictures, self.cells, self.sources = [], [], 0, []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.pictures.append(dict(attrs)["alt"])
            self.sources.append(dict(attrs)["src"][:22])
        elif tag not in ("meta", "p", "li", "br"):
            self.open.append(tag)
        self.cells += tag == "td"

    def handle_endtag(self, tag):
        if tag not in ("p", "li"):
            assert self.open.pop() == tag


def test_the_report_is_one_page_with_pictures_and_its_verdict_is_printed(tmp_path, capsys):
    status, out, err = run(
        capsys,
        *("report", "--chunker", "naive", "paragraph", "--size", 400, "--title", "Ours & <theirs>"),
        *("--splitter", f"{P}:lines", f"{P}:rewritten", "--budget", 900, "--out", "r.html"),
    )
    assert status == 1, "a splitter was refused"
    assert "not measured: rewritten: rewritten gives wrong positions of policy/55012" in err
    text = (tmp_path / "r.html").read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert len(page.pictures) == 2
    assert set(page.sources) == {"data:image/png;base64,"}, "it needs no other file"
    assert page.cells == 3 * 6
    assert "<h1>Ours &amp; &lt;theirs&gt;</h1>" in text
    assert "http" not in text.replace("data:", "")
    assert out.strip().split(":")[0] in ("naive 400", "paragraph 400", "lines")
    assert "rewritten gives wrong positions" in text
    assert f"--splitter {P}:lines {P}:rewritten" in text
    assert "questions read none of their evidence" in text


def test_one_setting_alone_can_be_reported(tmp_path, capsys):
    status, _, _ = run(capsys, "report", "--size", 400, "--k", 3, "--out", "one.html")
    assert status == 0
    assert len(Page((tmp_path / "one.html").read_text("utf-8")).pictures) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--out", "r.txt"], "--out r.txt: a report is a .html file; name one"),
        (["--out", "nowhere/r.html"], "there is no folder nowhere; make it first"),
        (["--out", "r.html", "--splitter", f"{P}:rewritten"], "there is nothing to report; rewri"),
        (["--out", "r.html", "--splitter", "x"], "x: write MODULE:FACTORY"),
    ],
    ids=str,
)
def test_what_cannot_be_reported_is_refused_and_nothing_written(tmp_path, capsys, arguments, words):
    status, out, err = run(capsys, "report", "--budget", 3_000, *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert not list(tmp_path.glob("*.html"))


def test_the_verdict_names_what_is_surely_worse_and_what_cannot_be_told(here):
    chunkers = [ParagraphChunker(400), NaiveChunker(60, 0), Foreign(made(f"{P}:lines"), "lines")]
    results = sweep(chunkers, *here, budgets=[900])
    said = verdict(results)
    chosen = choose(results)
    worse = [r.setting for r in results if difference(chosen, r, "recall")[1].low > 0]
    assert said.startswith(f"{chosen.setting}: it reads ")
    assert ("Surely worse" in said) == bool(worse)
    asked = {q.id: (q.text, "note") for q in here[1]}
    page = report_page(Measured("T", "texts", results, [], asked, "command"))
    assert "Not measured" not in page
    assert all(row_of(result).setting in page for result in results)
