leak_d = ("pumphouse) OR (rota", "puddlewick", "prod", ["personnel", "underwriter"])
starved = ("premium", "marrow-quill", "prod", ("contact_centre", "personnel"))
