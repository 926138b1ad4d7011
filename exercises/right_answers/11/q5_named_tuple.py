from collections import namedtuple

Choice = namedtuple("Choice", ["kind", "size"])
my_choice = Choice("paragraph", 400)
