"""Do a question and its evidence share words? Lexical search finds what does, and little else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from course_lib.measure.questions import Asked

LEAST_LETTERS = 3

# Words that say how a sentence is built and not what it is about, of three letters or more.
_ENGLISH = """
about above after again against all along also although among and any anybody anyone anything
are around because been before behind being below between both but can could did does doing
done down during each either else ever every everybody everyone few for from had has have
having her here hers him his how however into its itself just many may might more most much
must myself neither never nobody none nor not nothing now off once one only onto other our ours
out over own per quite rather shall she should since some somebody someone something still such
than that the their theirs them themselves then there these they this those though through till
too toward towards under unless until upon very was were what whatever when where whether which
while who whole whom whose why will with within without would yet you your yours
"""
_GERMAN = """
aber alle allem allen aller alles als also auch auf aus bei beim bin bis bist damit dann das
dass dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort
durch ein eine einem einen einer eines euch für gegen hat hatte hatten haben hier ich ihm ihn
ihnen ihr ihre ihrem ihren ihrer ist jede jedem jeden jeder jedes kann kein keine keinem keinen
keiner können man mein meine mit muss müssen nach nicht noch nun nur oder ohne schon sehr sein
seine seinem seinen seiner sich sie sind soll sollen sollte sowie über und uns unser unsere
unter viel viele vom von vor wann war waren warum was wegen weil welche welchem welchen welcher
welches wem wen wenn wer werden wessen wie wieso wieviel wir wird wofür woher wohin womit wurde
wurden zum zur zwischen
"""
_HINDI = """
में है हैं और था थी थे यह वह कि भी नहीं क्या कौन कौनसा कहाँ कहां क्यों कैसे कैसा कितना कितनी कितने
किस किसने किसको किसे किसी किसका किसकी किसके लिए साथ तक होता होती होते होना गया गयी गई गए किया करना करता
करती करते जाता जाती जाते सकता सकती सकते रहा रही रहे अगर यदि तो इस उस इसे उसे इसका उसका अपना अपनी अपने
बाद पहले कोई कुछ जब तब
"""
_ARABIC = """
على إلى عن هذا هذه ذلك تلك التي الذي الذين ماذا متى أين كيف لماذا هل كان كانت يكون تكون بعد قبل
عند عندما كل بين حتى إذا ثم غير فيه فيها منه منها عليه عليها وما ومن وفي أنه أنها وهو وهي
"""
FUNCTION_WORDS = frozenset(" ".join([_ENGLISH, _GERMAN, _HINDI, _ARABIC]).split())


def content_words(text: str) -> set[str]:
    """Return what a text is about: its words of three letters or more, without function words.

    Words are compared without case. Chinese and Japanese are written without spaces: there each
    pair of neighbouring characters counts as a word, unless both are hiragana, which mostly build
    the sentence.

    >>> sorted(content_words("Why does the premium go up?"))
    ['premium']
    >>> sorted(content_words("水道管は古い。"))
    ['は古', '古い', '水道', '管は', '道管']
    """
    found: set[str] = set()
    for kind, letters in groupby(unicodedata.normalize("NFC", text).casefold(), _kind):
        word = "".join(letters)
        if kind == "CJK":
            pairs = map("".join, pairwise(word))
            found.update(pair for pair in pairs if not all(map(_is_hiragana, pair)))
        elif kind == "word" and len(word) >= LEAST_LETTERS:
            found.add(word)
    return found - FUNCTION_WORDS


def shared_words(question: str, evidence: str | Iterable[str]) -> Fraction:
    """Return the share of a question's content words that stand in its evidence.

    `evidence` is one text or several. Raises ValueError for a question without a content word.

    >>> shared_words("Why does the premium rise?", "At renewal the annual premium goes up.")
    Fraction(1, 2)
    """
    asked = content_words(question)
    if not asked:
        raise ValueError(f"the question {question!r} has no content word")
    texts = [evidence] if isinstance(evidence, str) else evidence
    stands = {word for text in texts for word in content_words(text)}
    return Fraction(len(asked & stands), len(asked))


def mean_shared_words(questions: Sequence[Asked]) -> Fraction:
    """Return the mean of `shared_words` over questions; those without a content word are left out.

    Raises ValueError when no question has one.

    >>> from course_lib.samples import load_questions
    >>> mean_shared_words(load_questions()) < Fraction(40, 100)
    True
    """
    shares = [
        shared_words(question.text, [question.document.text[start:end] for start, end in spans])
        for question in questions
        if (spans := question.spans) and content_words(question.text)
    ]
    if not shares:
        raise ValueError("no question has a content word")
    return sum(shares, Fraction(0)) / len(shares)


def _kind(character: str) -> str:
    if unicodedata.category(character)[0] not in "LMN":
        return "gap"
    return "CJK" if _is_cjk(character) else "word"


def _is_cjk(character: str) -> bool:
    return (
        "\u3040" <= character <= "\u30ff"
        or "\u3400" <= character <= "\u9fff"
        or "\uf900" <= character <= "\ufaff"
        or "\U00020000" <= character <= "\U0003ffff"
        or character == "々"
    )


def _is_hiragana(character: str) -> bool:
    return "\u3040" <= character <= "\u309f"
