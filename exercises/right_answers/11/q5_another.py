my_choice = ("markdown", 400)
