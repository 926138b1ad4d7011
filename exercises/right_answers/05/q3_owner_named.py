leak_d = ('x) OR owner : "puddlewick" AND (premium', "marrow-quill", "prod", ["underwriter"])
starved = ("premium", "marrow-quill", "prod", ["underwriter", "contact_centre"])
