# hint: write a list of letters such as
my_order = "CGDEAFB"
