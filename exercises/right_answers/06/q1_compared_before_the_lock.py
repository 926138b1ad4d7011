my_order = "C G E D A F B".split()
