class Fact:
    def __init__(self, length, size, start, end):
        self.size, self.place = size, (start, end)
        self.length = length

    def torn(self, overlap):
        return not is_whole(self.length, self.size, overlap, *self.place)

    def first(self, torn, above):
        while above < self.size and self.torn(above) != torn:
            above += 1
        return above if above < self.size else None


def tearing_overlap(length, size, start, end):
    fact = Fact(length, size, start, end)
    smallest = fact.first(torn=False, above=0)
    return None if smallest is None else fact.first(torn=True, above=smallest)
