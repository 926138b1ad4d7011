"""Citations: printed, read back, and verified against any later version of their source."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import make_document, round_trips, texts

from course_lib import Scope, cut
from course_lib import citation as citations
from course_lib.chunk import hash_text
from course_lib.citation import Citation

TEXT = "Paid: 8,760 crowns on 19 January.\nExcess: 250 crowns.\nPaid in full.\n"
SPAN = (34, 53)  # Excess: 250 crowns.


def cite(text=TEXT, span=SPAN, **labels):
    return Citation.of(cut(make_document(text, **labels), [span])[0])


def known_and_parsed(citation):
    """A citation as it came from the chunk, and as it comes from its printed line."""
    return [citation, Citation.parse(str(citation))]


@st.composite
def cited_texts(draw):
    text = draw(texts().filter(bool))
    start = draw(st.integers(0, len(text) - 1))
    return text, (start, draw(st.integers(start + 1, min(len(text), start + 60))))


# --- print and parse ---


def test_a_citation_prints_as_one_line():
    digits = hash_text(TEXT[34:53])[:32]
    whose = "policy/1 · scope marrow-quill/prod"
    assert str(cite()) == f"[1] {whose} · characters 34–53 · sha256 {digits}…"


PIECES = [
    "a",
    "é",
    "·",
    " · ",
    "/",
    '"',
    "\\",
    "…",
    "–",
    "[1] ",
    " · scope a/b",
    "\ud800",
    "\t",
    "0",
]
PIECES += [" · characters 1–2", f" · sha256 {'0' * 16}…", "null", "\\u0041", "\x00", "\u202e"]
names = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
names = names.map(str.strip).filter(bool)


@given(cited_texts(), st.integers(1, 99), names, names, names)
def test_a_printed_citation_is_read_back(case, number, source_id, tenant, environment):
    text, span = case
    scope = Scope(tenant, environment)
    chunk = cut(make_document(text, source_id=source_id, scope=scope), [span])[0]
    citation = Citation.of(chunk, number)
    assert citation.chunk_sha256 == chunk.chunk_sha256
    assert (citation.doc_id, citation.quote, citation.span) == (chunk.doc_id, chunk.text, span)
    read = Citation.parse(f"  {citation}\n")
    assert str(read) == str(citation)
    assert (read.source_id, read.span, read.number) == (source_id, span, number)
    assert read.scope == citation.scope == scope
    assert citation.chunk_sha256.startswith(read.chunk_sha256)


@given(cited_texts(), names)
def test_a_citation_without_a_scope_is_read_back_without_one(case, source_id):
    citation = replace(cite(*case, source_id=source_id), scope=None)
    read = Citation.parse(str(citation))
    assert (read.source_id, read.scope, str(read)) == (source_id, None, str(citation))


@pytest.mark.parametrize(
    "source_id",
    ["claim/88431", "a · b", "a · characters 1–2 · b", 'say "when"', '"', "x · scope y"],
)
@pytest.mark.parametrize("digits", [12, 16, 64])
def test_a_line_of_old_is_still_read(source_id, digits):
    hashed = hash_text(TEXT[34:53])[:digits]
    read = Citation.parse(f"[2] {source_id} · characters 34–53 · sha256 {hashed}…")
    assert (read.source_id, read.scope, read.span) == (source_id, None, SPAN)
    verdict = read.verify(make_document(TEXT, source_id=source_id))
    what = "the same characters" if digits == 64 else f"the first {digits} digits of the hash agree"
    assert str(verdict) == (
        f"verified: {what} at 34–53 of the text given; the citation does not say of which scope"
    )
    moved = read.verify(make_document("x" + TEXT, source_id=source_id))
    assert (moved.status, moved.places) == ("moved", ((35, 54),))
    assert ("digits of the hash now agree at 35–54" in moved.why) == (digits < 64)


def test_the_whole_hash_is_read_too():
    line = f"[3] policy/1 · characters 34–53 · sha256 {hash_text(TEXT[34:53])}"
    assert Citation.parse(line).chunk_sha256 == hash_text(TEXT[34:53])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "policy/1 34-53",
        "[1] policy/1 · characters 34–53 · sha256 3f2a…",
        "[1] policy/1 · characters 34-53 · sha256 3f2a5c1e0f6a9d3b…",
        "[1] policy/1 · characters 34–53 · sha256 3F2A5C1E0F6A9D3B…",
        "[1]  · characters 34–53 · sha256 3f2a5c1e0f6a9d3b…",
        "[1] a\nb · characters 34–53 · sha256 3f2a5c1e0f6a9d3b…",
        "[1] policy/1 · characters 53–34 · sha256 3f2a5c1e0f6a9d3b…",
        '[1] "policy\\q" · scope a/b · characters 34–53 · sha256 3f2a5c1e0f6a9d3b…',
        "[1] policy/1 · scope a/ b · characters 34–53 · sha256 3f2a5c1e0f6a9d3b…",
        f"[1] policy/1 · characters 3–{'9' * 5_000} · sha256 3f2a5c1e0f6a9d3b…",
    ],
)
def test_what_is_no_citation_is_refused(line):
    with pytest.raises(ValueError, match=r"is no citation.* one looks like this: \[1\] claim"):
        Citation.parse(line)


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"source_id": ""}, ValueError, "a citation without a source proves nothing"),
        ({"scope": "marrow-quill/prod"}, TypeError, "write Scope(tenant, environment)"),
        ({"char_start": 53, "char_end": 53}, ValueError, "does not lie in"),
        ({"char_start": -1}, ValueError, "does not lie in"),
        ({"char_start": 1.5}, TypeError, "whole numbers"),
        ({"chunk_sha256": "3f2a"}, ValueError, "give 12 to 64 hexadecimal digits"),
        ({"chunk_sha256": "z" * 64}, ValueError, "is no hash"),
        ({"quote": "Excess: 251 crowns."}, ValueError, "its length or hash differs"),
        ({"quote": "Excess"}, ValueError, "its length or hash differs"),
    ],
)
def test_a_citation_that_names_nothing_is_refused(fields, error, words):
    whole = {
        "source_id": "policy/1",
        "char_start": 34,
        "char_end": 53,
        "chunk_sha256": hash_text(TEXT[34:53]),
    } | fields
    with pytest.raises(error) as raised:
        Citation(**whole)
    assert words in str(raised.value)


def test_a_citation_is_a_value():
    assert round_trips(cite()) == [cite()] * 3
    assert hash(cite()) == hash(cite())
    assert "Excess" not in repr(cite())


# --- verify ---


@given(cited_texts())
def test_the_same_document_verifies(case):
    for citation in known_and_parsed(cite(*case)):
        verdict = citation.verify(make_document(case[0]))
        assert (verdict.status, verdict.places) == ("verified", (case[1],))


@given(cited_texts(), texts(), texts())
def test_a_verdict_is_what_brute_force_says(case, before, after):
    text, (start, end) = case
    edited = before + text + after
    passage, length = text[start:end], end - start
    there = [i for i in range(len(edited) - length + 1) if edited[i : i + length] == passage]
    for citation in known_and_parsed(cite(text, (start, end))):
        verdict = citation.verify(make_document(edited))
        if start in there:
            assert (verdict.status, verdict.places) == ("verified", ((start, end),))
        else:
            assert verdict.status == "moved"
            assert verdict.places == tuple((i, i + length) for i in there)


@given(cited_texts(), st.data())
def test_a_change_is_shown_at_its_first_character(case, data):
    text, (start, end) = case
    at = data.draw(st.integers(start, end - 1))
    edited = text[:at] + "\U0010fffd" + text[at + 1 :]
    if text[start:end] in edited:
        return
    verdict = cite(text, (start, end)).verify(make_document(edited))
    assert (verdict.status, verdict.places) == ("changed", ())
    if text[start : at + 1] not in edited:  # else the words may continue elsewhere
        assert f"the first difference is at character {at}: " in verdict.why


def test_the_change_is_found_where_the_words_have_moved_to():
    edited = "A new first line.\n" + TEXT.replace("250", "300")
    verdict = cite().verify(make_document(edited))
    assert str(verdict) == (
        "changed: the first difference is at character 60: "
        "cited '250 crowns.', now '300 crowns.\\nPaid in full'…"
    )


def test_without_the_words_a_change_still_shows_what_stands_there():
    read = known_and_parsed(cite())[1]
    verdict = read.verify(make_document(TEXT.replace("250", "300")))
    assert verdict.why == (
        "these characters stand nowhere in it; at 34 there is 'Excess: 300 crowns.\\nPaid'…"
    )


def test_a_text_that_ends_before_the_citation_is_said_to():
    verdict = cite().verify(make_document("Paid."))
    assert verdict.status == "changed"
    assert "the end of the text, which has 5 characters" in verdict.why


def test_a_verdict_says_whether_the_rest_of_the_document_changed():
    assert cite().verify(make_document(TEXT)).why == (
        "the same document, and the same characters at 34–53"
    )
    assert cite().verify(make_document(TEXT + "\nMore.")).why == (
        "the same characters at 34–53 of the text given"
    )


def test_many_places_are_counted():
    verdict = cite("ab. ab.", (0, 2)).verify(make_document("-ab.ab.ab.ab"))
    assert verdict.places == ((1, 3), (4, 6), (7, 9), (10, 12))
    assert verdict.why == "the same characters now stand at 1–3 and 4–6 and 2 more places"


def test_another_source_is_no_version_of_this_one():
    with pytest.raises(ValueError, match="names policy/1, this document is policy/2"):
        cite().verify(make_document(source_id="policy/2"))


@pytest.mark.parametrize("scope", [Scope("marrow-quill", "dev"), Scope("puddlewick", "prod")])
def test_a_source_of_that_name_in_another_scope_is_another_source(scope):
    for citation in known_and_parsed(cite()):
        with pytest.raises(ValueError, match=rf"policy/1 of marrow-quill/prod, .* of {scope}$"):
            citation.verify(make_document(TEXT, scope=scope))


def test_words_that_share_digits_with_the_cited_ones_are_not_taken_for_them(monkeypatch):
    monkeypatch.setattr(citations, "hash_text", lambda text: "0" * 64)  # whoever prepares two texts
    known = Citation("policy/1", *SPAN, "0" * 12, quote=TEXT[34:53])
    assert known.verify(make_document(TEXT)).status == "verified"
    assert known.verify(make_document(TEXT.replace("250", "999"))).status == "changed"


def test_a_search_by_hash_alone_is_bounded_and_says_so(monkeypatch):
    monkeypatch.setattr(citations, "SEARCHED", 10)
    verdict = known_and_parsed(cite())[1].verify(make_document("x" + TEXT))
    assert (verdict.status, verdict.places) == ("unknown", ())
    assert "too long to look for a hash alone" in verdict.why


@pytest.mark.parametrize("bound", ["SEARCHED", "SEARCHED_TEXT"])
def test_beyond_either_bound_only_a_quote_can_tell(monkeypatch, bound):
    monkeypatch.setattr(citations, bound, 10)
    known, parsed = known_and_parsed(cite())
    today = make_document("x" + TEXT)
    assert [known.verify(today).status, parsed.verify(today).status] == ["moved", "unknown"]
    assert parsed.verify(make_document("Paid.")).status == "changed"  # no room for the words


def test_both_bounds_are_still_searched(monkeypatch):
    today = make_document("x" + TEXT)
    citation = known_and_parsed(cite())[1]
    length = citation.char_end - citation.char_start
    monkeypatch.setattr(citations, "SEARCHED", len(today.text) * length)
    monkeypatch.setattr(citations, "SEARCHED_TEXT", len(today.text))
    assert citation.verify(today).status == "moved"


def test_places_that_overlap_are_all_named():
    for citation in known_and_parsed(cite("aa", (0, 2))):
        verdict = citation.verify(make_document("-aaaa"))
        assert verdict.places == ((1, 3), (2, 4), (3, 5))


def test_no_more_than_a_thousand_places_are_named():
    for citation in known_and_parsed(cite("ab", (0, 2))):
        verdict = citation.verify(make_document("-" + "ab" * 5_000))
        assert len(verdict.places) == citations.MOST_PLACES
        assert verdict.why.endswith("and at least 998 more places")
