# hint: the ladder cuts
my_chunks, at = [], 0
while at < len(TERMS):
    end = last_cut(TERMS, at, at + 60)
    my_chunks.append((at, end))
    at = end
my_limit = (109, 168)
