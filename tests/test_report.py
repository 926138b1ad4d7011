"""The page to show at work: it is whole, it says what was refused, and its verdict is printed."""

from html.parser import HTMLParser

import pytest
from pipelines import P, few, here, run  # noqa: F401 (a fixture)

from course_lib import NaiveChunker, ParagraphChunker
from course_lib.adapters import Foreign
from course_lib.commands.yours import made
from course_lib.measure import choose, difference, row_of, sweep
from course_lib.show.report import Measured, report_page, verdict

pytestmark = pytest.mark.usefixtures("here")


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


def test_the_verdict_names_what_is_surely_worse_and_what_cannot_be_told():
    chunkers = [ParagraphChunker(400), NaiveChunker(60, 0), Foreign(made(f"{P}:lines"), "lines")]
    results = sweep(chunkers, *few(), budgets=[900])
    said = verdict(results)
    chosen = choose(results)
    worse = [r.setting for r in results if difference(chosen, r, "recall")[1].low > 0]
    assert said.startswith(f"{chosen.setting}: it reads ")
    assert ("Surely worse" in said) == bool(worse)
    asked = {q.id: (q.text, "note") for q in few()[1]}
    page = report_page(Measured("T", "texts", results, [], asked, "command"))
    assert "Not measured" not in page
    assert all(row_of(result).setting in page for result in results)
