# hint: Y makes the deletion final
my_order = ["C", "G", "D", "E", "A", "Y", "F", "B"]
