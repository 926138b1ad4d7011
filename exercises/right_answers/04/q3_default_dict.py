from collections import defaultdict
from itertools import count


def cite(claims):
    numbers = defaultdict(count(1).__next__)
    lines = {}
    sentences = []
    for sentence, source_id, start, end, words in claims:
        number = numbers[source_id, start, end]
        sentences.append("{} [{}]".format(sentence, number))
        place = "%s · characters %d–%d" % (source_id, start, end)
        lines[number] = f"[{number}] {place} · sha256 {sha256(words.encode()).hexdigest():.16}…"
    return [sentences, list(lines.values())]
