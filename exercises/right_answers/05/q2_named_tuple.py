from typing import NamedTuple


class Asked(NamedTuple):
    query: str
    tenant: str = "marrow-quill"
    environment: str = "prod"
    roles: tuple = ("underwriter",)


leak_a, leak_b = Asked("lowest"), Asked("test")
leak_c = Asked("rota", roles=())
