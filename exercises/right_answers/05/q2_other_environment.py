leak_a = ("row: lowest", "marrow-quill", "prod", ["claims_handler", "underwriter"])
leak_b = ("lantern goes", "marrow-quill", "dev", ["claims_handler"])
leak_c = ("premium of duck lane", "puddlewick", "prod", [])
