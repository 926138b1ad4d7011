"""The strings of the views: escaped, with every tag closed."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from course_lib.auditing import audit
from course_lib.show import html
from course_lib.show.audit_view import AuditView, audit_html


class Reader(HTMLParser):
    """Collects the text, and holds that every tag is closed."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another tag"

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_an_error_is_an_alert_and_escaped() -> None:
    markup = html.error_html("<script>")
    assert 'role="alert"' in markup
    assert "<script>" not in markup


def test_colours_have_fallbacks_where_there_is_no_theme() -> None:
    for variable in re.findall(r"var\(--jp-[^)]*\)", html.STYLE):
        assert "," in variable, f"{variable} has no fallback"


def test_an_audit_shows_each_kind_once_and_escapes_what_it_quotes() -> None:
    text = "Roof <b>renewed</b>. Pipes old. Pipes old."
    report = audit(text, [(0, "Roof <b>renewed</b>."), (20, "Pipes old."), (30, " ")])
    markup = audit_html(report)
    plain = "".join(Reader(markup).text)
    assert "✘ Audit:" in plain
    assert all(f"{kind} ×" in plain for kind in report.counts)
    assert "<b>renewed" not in markup


def test_a_clean_audit_says_so() -> None:
    assert "✔" in audit_html(audit("one", [(0, "one")]))


def test_an_audit_is_drawn_in_a_notebook_and_printed_elsewhere() -> None:
    report = audit("one", [(0, "one")])
    view = AuditView(report, key="audit")
    bundle, _ = view._repr_mimebundle_()
    assert view.summary.value == audit_html(report)
    assert bundle["text/plain"] == str(view) == str(report)
