# hint: F stands before A: this order would delete the new chunks again
my_order = ["C", "G", "D", "E", "F", "A", "B"]
