my_spans = ()
at = 0
while at < 26:
    my_spans += ((at, min(at + 10, 26)),)
    at += 10 - 4
