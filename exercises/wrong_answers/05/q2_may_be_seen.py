# hint: `leak_a`: search_a finds [1], which this reader may see
leak_a = ("premium", "marrow-quill", "prod", ["underwriter", "claims_handler"][1:])
leak_b = ("test", "marrow-quill", "prod", ["underwriter"])
leak_c = ("salary", "marrow-quill", "prod", [])
