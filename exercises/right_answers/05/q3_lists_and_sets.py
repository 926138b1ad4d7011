leak_d = ["duck) OR (duck", "marrow-quill", "prod", {"contact_centre"}]
starved = ["premium", "marrow-quill", "prod", {"contact_centre", "personnel"}]
