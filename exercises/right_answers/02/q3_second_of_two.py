my_chunks = cut_all(TERMS, most=60, cut=last_cut)
limits = [(a, b) for a, b in my_chunks if TERMS[a:b].startswith("Limit: 5,000")]
_, my_limit = limits
