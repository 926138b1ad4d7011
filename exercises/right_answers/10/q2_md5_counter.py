from collections import Counter
from hashlib import blake2b


def digest(files):
    counts = Counter(repr(file) for file in files)
    made = blake2b(digest_size=32)
    for line, times in sorted(counts.items()):
        made.update(f"{times}|{len(line)}|{line}".encode())
    return made.hexdigest()
