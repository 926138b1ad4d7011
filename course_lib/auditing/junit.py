"""A report as JUnit XML, so that continuous integration can hold a pipeline to it."""

from collections.abc import Collection
from xml.etree import ElementTree

from course_lib.auditing.report import KINDS, Report

_NEEDS = {"oversize": "size", "unlabelled": "labels", "mislabelled": "labels", "hash": "hashes"}


def as_junit(report: Report, name: str, fail_on: Collection[str] = KINDS) -> str:
    """Return one test suite, named after what was audited, with one test case a kind of finding.

    A kind that was found fails, if it is one of `fail_on`; else what was found stands in its
    output. A kind that was not checked is skipped.

    >>> from course_lib.auditing.report import audit
    >>> print(as_junit(audit("Roof.", ["Roof."]), "chunks.json").splitlines()[3].strip())
    <testcase classname="chunks.json" name="position">
    """
    failed = [kind for kind in report.counts if kind in fail_on]
    skipped = [kind for kind in KINDS if _NEEDS.get(kind, kind) in report.unchecked]
    root = ElementTree.Element("testsuites")
    counts = {"tests": len(KINDS), "failures": len(failed), "skipped": len(skipped), "errors": 0}
    attributes = {key: str(value) for key, value in counts.items()}
    suite = ElementTree.SubElement(root, "testsuite", {"name": _printable(name)} | attributes)
    for kind in KINDS:
        case = ElementTree.SubElement(
            suite, "testcase", {"classname": _printable(name), "name": kind}
        )
        found = [finding for finding in report.findings if finding.kind == kind]
        said = _printable("\n".join(f"{each.message}\n    {each.excerpt}" for each in found))
        if kind in failed:
            message = f"{len(found):,} found; the first: {_printable(found[0].message)}"
            ElementTree.SubElement(case, "failure", {"message": message}).text = said
        elif found:
            ElementTree.SubElement(case, "system-out").text = said
        elif kind in skipped:
            ElementTree.SubElement(case, "skipped", {"message": "there is nothing to check it by"})
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _printable(text: str) -> str:
    """A text as XML can hold it: what cannot be printed is escaped, but for line ends."""
    return "".join(
        char if char.isprintable() or char == "\n" else repr(char)[1:-1] for char in text
    )
