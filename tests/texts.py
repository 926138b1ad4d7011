"""What the tests share: random text that is hard to cut, real text, a document, the oracle."""

import copy
import os
import pickle
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import regex
from hypothesis import strategies as st

from course_lib import Document, Scope, Span

LABELS: dict[str, Any] = {
    "source_id": "policy/1",
    "scope": Scope("marrow-quill", "prod"),
    "doc_type": "note",
    "acl_roles": frozenset({"underwriter", "claims_handler"}),
    "updated_at": datetime(2026, 3, 14, 9, 30, tzinfo=UTC),
    "metadata": {"language": "en"},
}


def make_document(text: str = "Roof renewed.\n\nPipes old.", **labels: Any) -> Document:
    """A document with sound labels, but for those that are given."""
    return Document(text, **(LABELS | labels))


def round_trips(value: Any) -> list[Any]:
    """A value as it comes back from the ways in which Python carries one about."""
    return [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]


def forbid(monkeypatch, folder):
    """Let nobody list the folder, as its mode would do for anyone but root."""
    listing = os.scandir

    def scandir(path):
        if Path(path) == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return listing(path)

    monkeypatch.setattr(os, "scandir", scandir)


def clusters(text: str) -> list[Span]:
    """The grapheme clusters of a text, as an outside oracle sees them."""
    return [found.span() for found in regex.finditer(r"\X", text)]


def cluster_around(text: str) -> dict[int, Span]:
    """Each position that lies inside a grapheme cluster, with that cluster."""
    return {at: (start, end) for start, end in clusters(text) for at in range(start + 1, end)}


FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1e9\U0001f1ea"

BLANKS = [" ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\r\n \t\r\n", "\v", "\f", "\x1c", "\x85"]
UNICODE_BLANKS = ["\u00a0", "\u2028", "\u2029", "\u3000", " \u0301", "\u0600 "]
MARKS = ["\u0301", "\u0301\u0323\u0300", "\u200d", "\ufe0f", "\u0600", "\u200c"]
LETTERS = ["a", "Roof", "claim", "e\u0301", "\u00e9", "水", "日本", "\U00020bb7", "\U0001d518"]
EMOJI = [FAMILY, FLAG, "\U0001f1e9", "\U0001f469", "\u2764", "\U0001f44d\U0001f3fd", "1\ufe0f"]
HANGUL = ["\u1100\u1161\u11a8", "\u1100", "\u1161", "\u11a8", "\uac00", "\uac01"]
INDIC = ["\u0915\u094d\u0937", "\u0915\u094d\u200d\u0937", "\u0915", "\u094d", "\u0915\u093e"]
STOPS = [". ", "3.14", '?" ', "!", "\u2026 ", "。", "。」」", "？", "\u061f ", "\u0964 "]
ODDITIES = ["\0", "\ufeff", "\u200b", "\u00ad", "\uffff", "# ", "- "]
PIECES = [*BLANKS, *UNICODE_BLANKS, *MARKS, *LETTERS, *EMOJI, *HANGUL, *INDIC, *STOPS, *ODDITIES]


def _prose() -> st.SearchStrategy[str]:
    words = st.sampled_from(["roof", "the", "pipes", "3.14", "caf\u00e9", "underwriter", "水管"])
    stops = st.sampled_from([".", "!", '?"', "。", ".)", "…", ""])
    sentences = st.builds(
        lambda first, stop: " ".join(first) + stop, st.lists(words, min_size=1, max_size=9), stops
    )
    paragraphs = st.lists(sentences, min_size=1, max_size=5).map(" ".join)
    breaks = st.sampled_from(["\n\n", "\r\n\r\n", "\n \n", "\n", "\r\n", "\n\n\n"])
    return st.lists(st.tuples(paragraphs, breaks), max_size=6).map(
        lambda pairs: "".join(paragraph + end for paragraph, end in pairs)
    )


def texts() -> st.SearchStrategy[str]:
    """Random text: hard pieces side by side, prose, and anything at all."""
    pieces = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
    return pieces | _prose() | st.text(max_size=60)


SIZES = st.integers(1, 12) | st.integers(1, 150)

REAL_TEXTS = {
    "English": "The roof was renewed in 2021; “no slate is missing”, she wrote.\r\nPipes: old.",
    "French, decomposed": "L'e\u0301te\u0301, le toit a coule\u0301 a\u0300 flots.",
    "Vietnamese, decomposed": "Nu\u031bo\u031b\u0301c cha\u0309y tra\u0300n be\u0302\u0301p.",
    "Greek": "Το νερό τρέχει κάτω από τον νεροχύτη.",
    "Russian": "Вода течёт под раковиной; трубы старые.",
    "Hebrew with points": "הַמַּיִם זוֹרְמִים מִתַּחַת לַכִּיּוֹר.",
    "Arabic with vowels": "الْمَاءُ يَجْرِي تَحْتَ الْحَوْضِ. هل السقف سليم؟",
    "Urdu": "پانی بہہ رہا ہے۔ چھت ٹھیک ہے۔",
    "Hindi": "छत नई है। पानी की पाइपें पुरानी हैं, इसलिए किश्त बढ़ी।",
    "Bengali": "জল পড়ছে, ছাদ শক্ত আছে।",
    "Gujarati": "છત નવી છે અને પાણીની પાઇપ જૂની છે।",
    "Malayalam": "മേൽക്കൂര പുതിയതാണ്, കുഴലുകൾ പഴയതാണ്.",
    "Tamil": "கூரை புதியது, குழாய்கள் பழையவை.",
    "Telugu": "పైకప్పు కొత్తది, గొట్టాలు పాతవి.",
    "Sinhala": "වහලය අලුත්, නළ පරණයි.",
    "Thai": "หลังคาใหม่ แต่ท่อน้ำเก่ามาก",
    "Lao": "ຫລັງຄາໃໝ່ ທໍ່ນ້ຳເກົ່າ",
    "Burmese": "အမိုးသစ်သည်။ ရေပိုက်ဟောင်းသည်။",
    "Khmer": "ដំបូលថ្មី បំពង់ទឹកចាស់។",
    "Tibetan": "ཁང་ཐོག་གསར་པ་རེད།",
    "Korean": "지붕은 새것이고 수도관은 낡았다.",
    "Korean, decomposed": "\u110c\u1175\u1107\u116e\u11bc\u110b\u1173\u11ab \u1109\u1162.",
    "Japanese": "屋根は新しい。「水道管は古い。」と彼女は書いた。",
    "Japanese, decomposed": "か\u3099く\u309aは\u309aン",
    "Chinese": "屋顶是新的。水管很旧！为什么？",
    "emoji": f"ok {FAMILY} go {FLAG}{FLAG} 👍🏽 ❤️ 1️⃣ 🏴\U000e0067\U000e0062\U000e0065\U000e007f",
    "mathematics": "𝔘 ∪ 𝔙 = x\u0305 + y\u20d7",
}


# One document, as a manifest lists it.
ENTRY = """
[[document]]
file = "note.txt"
source_id = "policy/1"
tenant = "marrow-quill"
environment = "prod"
doc_type = "note"
acl_roles = ["underwriter"]
updated_at = 2026-03-14T09:30:00+09:00
metadata = { language = "en" }
"""
