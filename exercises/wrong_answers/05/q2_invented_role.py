# hint: nobody holds a role '%'; take roles from ROLES
leak_a = ("lowest", "marrow-quill", "prod", ["%"])
leak_b = ("test", "marrow-quill", "prod", ["underwriter"])
leak_c = ("salary", "marrow-quill", "prod", [])
