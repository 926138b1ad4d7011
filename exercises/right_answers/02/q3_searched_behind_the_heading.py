my_chunks = cut_all(TERMS, 60, cut=last_cut)
start = TERMS.index("Limit", TERMS.index("Flood."))
my_limit = (start, TERMS.index("\n", start))
