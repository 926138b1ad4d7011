# hint: A stands before D: a deletion outside of the transaction is final at once
my_order = ["C", "G", "E", "A", "D", "F", "B"]
