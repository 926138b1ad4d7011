"""The report of an audit, drawn in a notebook."""

from course_lib.auditing import Report
from course_lib.show.controls import Drawn
from course_lib.show.html import escaped, mark_of, numbers_html, status_html


class AuditView(Drawn):
    """A report that JupyterLab draws and that is plain text everywhere else.

    >>> from course_lib.auditing import audit
    >>> print(AuditView(audit("one", [(0, "one")])))
    chunks: 1, characters: 3, findings: none
    <BLANKLINE>
    not checked: size, labels, hashes, index
    <BLANKLINE>
    an audit cannot know:
      whether the text says what its source says
    """

    def __init__(self, report: Report, *, key: str | None = None) -> None:
        super().__init__(audit_html(report), str(report), key)

    def __str__(self) -> str:
        return self.sentence


def audit_html(report: Report) -> str:
    """Return an audit: its figures, and the first offender of each kind in place."""
    found = f"{len(report.findings):,} found" if report.findings else "clean"
    items = [
        ("chunks", f"{report.chunks:,}"),
        ("characters", f"{report.characters:,}"),
        ("in no chunk, white space apart", f"{report.uncovered:,} ({report.uncovered_share:.1%})"),
        ("not checked", ", ".join(report.unchecked) or "–"),
        ("cannot be known", "; ".join(report.unknown) or "–"),
    ]
    offenders = "".join(
        f"<p><b>{first.kind} × {report.counts[first.kind]:,}:</b> {escaped(first.message)}</p>"
        f'<div class="cl-text" dir="auto">{escaped(first.excerpt)}</div>'
        for first in report.first_of_each_kind
    )
    status = status_html(f"Audit: {found}", mark_of(report.clean))
    return f'<div class="cl">{status}{numbers_html(items)}{offenders}</div>'
