my_choice = ["markdown", 200]
