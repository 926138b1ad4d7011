leak_a = ["lantern", "marrow-quill", "prod", ["underwriter"]]
leak_b = ["crown", "marrow-quill", "prod", ["underwriter"]]
leak_c = ["pumphouse", "puddlewick", "prod", []]
