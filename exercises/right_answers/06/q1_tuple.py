my_order = ("C", "G", "D", "E", "A", "F", "B")
