# hint: that is the limit of the fire cover
my_chunks = cut_all(TERMS, 60, last_cut)
start = TERMS.index("Limit: 5,000")
my_limit = (start, TERMS.index("\n", start))
