class Purse:
    def __init__(self, budget):
        self.left, self.bought = budget, set()

    def buy(self, place):
        if place in self.bought:
            return True
        if self.left == 0:
            return False
        self.left -= 1
        self.bought.add(place)
        return True


def read_within(ranked, budget):
    purse, read = Purse(budget), []
    for start, end in ranked:
        stop = start
        while stop < end and purse.buy(stop):
            stop += 1
        if stop > start:
            read.append((start, stop))
        if stop < end:
            break
    return frozenset(read)
