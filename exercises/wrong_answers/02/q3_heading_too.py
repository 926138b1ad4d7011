# hint: there are 5 pairs; four passages were asked for
my_cuts = [(0, 96), (98, 335), (337, 561), (563, 739), (741, 945)]
