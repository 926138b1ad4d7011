from dataclasses import dataclass, field


@dataclass(order=True)
class Split:
    stored: int
    name: str = field(compare=False)
    whole: int = field(compare=False)


def cheapest(splits, passages, percent):
    found = []
    for name, chunks in splits.items():
        stored = sum(len(range(*chunk)) for chunk in chunks)
        whole = len([1 for a, b in passages if any(s <= a < b <= e for s, e in chunks)])
        found.append(Split(stored, name, whole))
    kept = [split for split in found if 100 * split.whole >= percent * len(passages)]
    return min(kept).name if kept else None
