my_order = list("CGDEAFB")
